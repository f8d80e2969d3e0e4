import { boundaries, phase, scenario } from '#lib/statechart/paths/scenario.ts';
import { MAX_ATTEMPTS } from './limits.ts';
import { reportMachine } from './report.machine.ts';

const RETENTION = 30 * 86_400_000;
/** Equals `limits.REGENERATIONS` in `src/contract/settings.ts`. */
const limit = 3;

export const reportScenario = scenario<typeof reportMachine>({
  machine: reportMachine,
  starts: [{ name: 'a report that was asked for', input: { requester: 'owner' } }],
  epoch: Date.UTC(2026, 0, 5, 9),
  samples({ context }, now) {
    const until = context.keptUntil;
    const retention = [
      { name: 'at once', at: now },
      ...boundaries(now, until, { before: 'in its last millisecond', at: 'when it is over' }),
    ];
    return [
      { name: 'generation.started', event: { type: 'generation.started' as const } },
      {
        name: 'generation.succeeded',
        event: { type: 'generation.succeeded' as const, keptUntil: now + RETENTION },
      },
      { name: 'generation.foundNothing', event: { type: 'generation.foundNothing' as const } },
      { name: 'generation.failed', event: { type: 'generation.failed' as const } },
      {
        name: 'report.regenerate by the requester',
        event: { type: 'report.regenerate' as const, by: 'owner', linkEndedAt: null, limit },
      },
      {
        name: 'report.regenerate by the requester, who has sold the vehicle',
        event: { type: 'report.regenerate' as const, by: 'owner', linkEndedAt: now, limit },
      },
      {
        name: 'report.regenerate by another requester',
        event: { type: 'report.regenerate' as const, by: 'stranger', linkEndedAt: null, limit },
      },
      ...retention.map(({ name, at }) => ({
        name: `retention.passed ${name}`,
        event: { type: 'retention.passed' as const, at },
        at,
      })),
    ];
  },
  abstract: ({ context }, now) => ({
    attempts: Math.min(context.attempts, MAX_ATTEMPTS),
    regenerations: context.regenerations,
    kept: phase(now, context.keptUntil),
  }),
});
