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
  starts: [{ name: 'a dispute that was recorded', input: { requester: 'owner' } }],
  epoch: Date.UTC(2026, 0, 5, 9),
  samples(_, now) {
    const end = { type: 'dispute.end', at: now } as const;
    const [first, ...others] = disputeOutcomes;
    return [
      ...Object.entries(actors).map(([name, by]) => ({
        name: `dispute.end by ${name}`,
        event: { ...end, by, outcome: first },
      })),
      ...others.map((outcome) => ({
        name: `dispute.end because of ${outcome}`,
        event: { ...end, by: actors['a reviewer'], outcome },
      })),
    ];
  },
  abstract: () => ({}),
});
