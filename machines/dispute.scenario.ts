import { scenario } from '#lib/statechart/paths/scenario.ts';
import type { Actor } from './application.events.ts';
import { disputeMachine } from './dispute.machine.ts';
import { disputeOutcomes } from './dispute-outcomes.ts';

export const actors = {
  'the requester': { role: 'requester', id: 'owner' },
  'another requester': { role: 'requester', id: 'stranger' },
  'a reviewer': { role: 'reviewer', id: 'reviewer' },
  'the requester as reviewer': { role: 'reviewer', id: 'owner' },
  'the clock': { role: 'clock', id: 'clock' },
} as const satisfies Record<string, Actor>;

export const disputeScenario = scenario<typeof disputeMachine>({
  machine: disputeMachine,
  starts: [
    { name: 'a dispute that was recorded', input: { requester: 'owner', isOfHolder: false } },
    {
      name: 'a dispute that the data holder recorded',
      input: { requester: 'owner', isOfHolder: true },
    },
  ],
  epoch: Date.UTC(2026, 0, 5, 9),
  samples(_, now) {
    const [first, ...others] = disputeOutcomes;
    const events = [
      { type: 'dispute.end', outcome: first },
      { type: 'outcome.correct', outcome: others[0] ?? first },
      { type: 'outcome.withdraw' },
      { type: 'dispute.withdraw' },
    ] as const;
    return [
      ...events.flatMap((event) =>
        Object.entries(actors).map(([name, by]) => ({
          name: `${event.type} by ${name}`,
          event: { ...event, by, at: now },
        })),
      ),
      ...others.map((outcome) => ({
        name: `dispute.end because of ${outcome}`,
        event: { type: 'dispute.end' as const, by: actors['a reviewer'], at: now, outcome },
      })),
    ];
  },
  abstract: ({ context }) => ({ isOfHolder: context.isOfHolder }),
});
