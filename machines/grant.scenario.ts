import { scenario } from '#lib/statechart/paths/scenario.ts';
import { actors } from './dispute.scenario.ts';
import { type GrantContext, grantMachine } from './grant.machine.ts';
import { MAX_GRANT_LIFETIME } from './limits.ts';

const epoch = Date.UTC(2026, 0, 5, 9);
const MONTH = 30 * 24 * 60 * 60 * 1000;

export const grantScenario = scenario<typeof grantMachine>({
  machine: grantMachine,
  starts: [
    { name: 'live access that was requested', input: { owner: 'owner', endsAt: epoch + MONTH } },
  ],
  epoch,
  samples(snapshot, now) {
    const { endsAt } = snapshot.context as GrantContext;
    const types = [
      'grant.confirm',
      'grant.pause',
      'grant.resume',
      'grant.end',
      'sharing.suspend',
      'sharing.resume',
      'link.ended',
    ] as const;
    const renew = { type: 'grant.renew', by: actors['the requester'], at: now } as const;
    const latest = now + MAX_GRANT_LIFETIME;
    return [
      ...types.flatMap((type) =>
        Object.entries(actors).map(([name, by]) => ({
          name: `${type} by ${name}`,
          event: { type, by, at: now },
        })),
      ),
      { name: 'grant.renew', event: { ...renew, endsAt: latest } },
      {
        name: 'grant.renew by another requester',
        event: { ...renew, by: actors['another requester'], endsAt: latest },
      },
      { name: 'grant.renew beyond a year', event: { ...renew, endsAt: latest + 1 } },
      { name: 'grant.renew to the same date', event: { ...renew, endsAt } },
      {
        name: 'grant.expired before the end',
        event: { type: 'grant.expired', by: actors['the clock'], at: endsAt - 1 },
      },
      {
        name: 'grant.expired at the end',
        event: { type: 'grant.expired', by: actors['the clock'], at: endsAt },
      },
      {
        name: 'grant.expired by the requester',
        event: { type: 'grant.expired', by: actors['the requester'], at: endsAt },
      },
    ];
  },
  abstract({ context }) {
    const { isPaused, endsAt } = context as GrantContext;
    return { isPaused, isRenewed: endsAt > epoch + MONTH };
  },
});
