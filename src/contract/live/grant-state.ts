import { hasState, restored } from '#lib/durable-machine/stored.ts';
import { DAY } from '#lib/words/durations.ts';
import { grantMachine } from '#machines/grant.machine.ts';
import { MAX_GRANT_LIFETIME } from '#machines/limits.ts';
import type { LiveGrant } from './grants.ts';

export type GrantChange = 'pause' | 'resume' | 'renew' | 'end';

const owner = 'owner';

function snapshotOf({ state, endsAt, pausedAt }: LiveGrant) {
  if (!hasState(grantMachine, state)) return null;
  const context = { owner, endsAt, isPaused: pausedAt !== null };
  return restored(grantMachine, { state, context });
}

/** Returns true if tokens and the owner's page get data. */
export const isGrantOpen = (grant: LiveGrant) => snapshotOf(grant)?.hasTag('open') ?? false;

export function canChangeGrant(grant: LiveGrant, change: GrantChange, at: number): boolean {
  const sent = { by: { role: 'requester', id: owner }, at } as const;
  // Would show the same last day.
  if (change === 'renew' && at + MAX_GRANT_LIFETIME - grant.endsAt < DAY) return false;
  const event =
    change === 'renew'
      ? ({ type: 'grant.renew', ...sent, endsAt: at + MAX_GRANT_LIFETIME } as const)
      : ({ type: `grant.${change}`, ...sent } as const);
  return snapshotOf(grant)?.can(event) ?? false;
}

export function canDecideGrant(grant: LiveGrant, decision: 'suspend' | 'resume'): boolean {
  const by = { role: 'reviewer', id: 'reviewer' } as const;
  return snapshotOf(grant)?.can({ type: `sharing.${decision}`, by, at: 0 }) ?? false;
}
