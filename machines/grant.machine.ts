import { and, assign, setup } from 'xstate';
import type { Actor } from './application.events.ts';
import { effect } from './effect.ts';
import { MAX_GRANT_LIFETIME } from './limits.ts';
import type { Traced } from './requirements.ts';

export type GrantEvent = {
  by: Actor;
  at: number;
} & (
  | { type: 'grant.confirm' }
  | { type: 'grant.pause' }
  | { type: 'grant.resume' }
  | { type: 'grant.renew'; endsAt: number }
  | { type: 'grant.end' }
  | { type: 'sharing.suspend' }
  | { type: 'sharing.resume' }
  | { type: 'grant.expired' }
  | { type: 'link.ended' }
);

export interface GrantContext {
  owner: string;
  endsAt: number;
  /**
   * True if the owner has paused the access. Kept during a suspension, so that `sharing.resume`
   * returns to `paused`.
   */
  isPaused: boolean;
}

const chart = setup({
  types: {
    meta: {} as Traced,
    context: {} as GrantContext,
    events: {} as GrantEvent,
    input: {} as Omit<GrantContext, 'isPaused'>,
    tags: {} as 'open',
  },
  guards: {
    isOwner: ({ context, event }) => event.by.role === 'requester' && event.by.id === context.owner,
    isClock: ({ event }) => event.by.role === 'clock',
    isReviewer: ({ event }) => event.by.role === 'reviewer',
    isOthersGrant: ({ context, event }) => event.by.id !== context.owner,
    isEndReached: ({ context, event }) => event.at >= context.endsAt,
    isLaterEnd: ({ context, event }) =>
      event.type === 'grant.renew' &&
      event.endsAt > context.endsAt &&
      event.endsAt <= event.at + MAX_GRANT_LIFETIME,
    isPaused: ({ context }) => context.isPaused,
    byReviewer: and(['isReviewer', 'isOthersGrant']),
    byOwnerLater: and(['isOwner', 'isLaterEnd']),
    byClockAtEnd: and(['isClock', 'isEndReached']),
    byReviewerOfPaused: and(['byReviewer', 'isPaused']),
  },
  actions: {
    storePause: assign({ isPaused: ({ event }) => event.type === 'grant.pause' }),
    storeEnd: assign({
      endsAt: ({ context, event }) =>
        event.type === 'grant.renew' ? event.endsAt : context.endsAt,
    }),
    notifyOwner: effect,
    notifyAuthority: effect,
  },
});

const suspend = {
  guard: 'byReviewer',
  meta: { requirements: ['Art. 4(7)'] },
  target: 'suspended',
  actions: ['notifyOwner', 'notifyAuthority'],
} as const;
const renew = { guard: 'byOwnerLater', actions: ['storeEnd'] } as const;

/**
 * Grant of live access to one vehicle's data. It needs no review: the clock confirms it once the
 * vehicle source has confirmed that the vehicle is linked to the owner (Art. 4(5)). The owner can
 * pause, renew and end it, a reviewer can suspend it on a lawful ground (Art. 4(7)), and it ends at
 * its end date or with the link. Has no actors or timers.
 */
export const grantMachine = chart.createMachine({
  id: 'grant',
  meta: { requirements: ['Art. 4(1)', 'Art. 4(5)'] },
  context: ({ input }) => ({ ...input, isPaused: false }),
  initial: 'requested',
  on: {
    'grant.end': { guard: 'isOwner', target: '.ended' },
    'grant.expired': {
      guard: 'byClockAtEnd',
      target: '.ended',
      actions: ['notifyOwner'],
    },
    'link.ended': { guard: 'isClock', target: '.ended', actions: ['notifyOwner'] },
  },
  states: {
    requested: {
      on: {
        'grant.confirm': { guard: 'isClock', target: 'active', actions: ['notifyOwner'] },
      },
    },
    active: {
      tags: 'open',
      on: {
        'grant.pause': { guard: 'isOwner', target: 'paused', actions: ['storePause'] },
        'grant.renew': renew,
        'sharing.suspend': suspend,
      },
    },
    paused: {
      on: {
        'grant.resume': { guard: 'isOwner', target: 'active', actions: ['storePause'] },
        'grant.renew': renew,
        'sharing.suspend': suspend,
      },
    },
    suspended: {
      on: {
        'grant.renew': renew,
        'sharing.resume': [
          { guard: 'byReviewerOfPaused', target: 'paused', actions: ['notifyOwner'] },
          { guard: 'byReviewer', target: 'active', actions: ['notifyOwner'] },
        ],
      },
    },
    ended: { type: 'final' },
  },
});
