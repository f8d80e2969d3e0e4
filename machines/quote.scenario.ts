import { scenario } from '#lib/statechart/paths/scenario.ts';
import { actors } from './dispute.scenario.ts';
import { quoteMachine } from './quote.machine.ts';

const epoch = Date.UTC(2026, 0, 5, 9);
const validUntil = epoch + 30 * 24 * 60 * 60 * 1000;

export const quoteScenario = scenario<typeof quoteMachine>({
  machine: quoteMachine,
  starts: [{ name: 'a quote that was sent', input: { requester: 'owner', validUntil } }],
  epoch,
  samples(_, now) {
    const types = ['quote.accept', 'quote.object', 'quote.withdraw'] as const;
    return [
      ...types.flatMap((type) =>
        Object.entries(actors).map(([name, by]) => ({
          name: `${type} by ${name}`,
          event: { type, by, at: now },
        })),
      ),
      {
        name: 'quote.accept when the time to answer is over',
        event: { type: 'quote.accept', by: actors['the requester'], at: validUntil },
      },
    ];
  },
  abstract: () => ({}),
});
