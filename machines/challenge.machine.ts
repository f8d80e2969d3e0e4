import { and, assign, not, type SnapshotFrom, setup } from 'xstate';
import { effect } from './effect.ts';
import { CODE_LIFETIME, LOCK_DURATION, MAX_WRONG_TRIES, RESEND_INTERVAL } from './limits.ts';
import type { Traced } from './requirements.ts';

/** `at`, `…At` and `…Until` are in ms since the epoch. `digest`: of a code, unless noted. */
export type ChallengeEvent =
  | { type: 'code.request'; at: number; digest: string; visit: string | null }
  /** `liftDigest`: digest of the unlock link that is mailed if this wrong code causes a lock. */
  | { type: 'code.submit'; at: number; digest: string; visit: string | null; liftDigest: string }
  /**
   * The user opened the link in the e-mail about the lock, which proves access to the mailbox.
   * `digest`: of that link.
   */
  | { type: 'mailbox.prove'; at: number; digest: string }
  | { type: 'address.unlock'; at: number; role: 'lead' | 'reviewer' | 'requester' };

export interface ChallengeContext {
  /** Digest of the last code sent; null once used. */
  digest: string | null;
  sentAt: number | null;
  /** Session cookie of the browser that requested the code; null if it has no cookies. */
  visit: string | null;
  wrongTries: number;
  lockedUntil: number | null;
  liftDigest: string | null;
}

/**
 * Sign-in attempts of one sender for one e-mail address: code, wrong codes, lock. A sender is, for
 * example, a network, or a browser that signed in with the address before. Wrong codes of one
 * sender do not lock out another. Pure: has no actors or timers.
 */
export const challengeMachine = setup({
  types: {
    meta: {} as Traced,
    context: {} as ChallengeContext,
    events: {} as ChallengeEvent,
  },
  guards: {
    isExpired: ({ context, event }) =>
      context.sentAt !== null && event.at >= context.sentAt + CODE_LIFETIME,
    /** Only the browser that requested a code can submit it. Others' attempts are not counted. */
    isOfVisit: ({ context, event }) =>
      event.type === 'code.submit' && (context.visit === null || event.visit === context.visit),
    isMatching: ({ context, event }) =>
      event.type === 'code.submit' && event.digest === context.digest,
    isLastTry: ({ context }) => context.wrongTries + 1 >= MAX_WRONG_TRIES,
    isResendDue: ({ context, event }) =>
      context.sentAt === null || event.at >= context.sentAt + RESEND_INTERVAL,
    isLockOver: ({ context, event }) =>
      context.lockedUntil !== null && event.at >= context.lockedUntil,
    isLinkOfLock: ({ context, event }) =>
      event.type === 'mailbox.prove' && event.digest === context.liftDigest,
    isLead: ({ event }) => event.type === 'address.unlock' && event.role === 'lead',
  },
  actions: {
    storeCode: assign({
      digest: ({ event }) => ('digest' in event ? event.digest : null),
      sentAt: ({ event }) => event.at,
      visit: ({ event }) => ('visit' in event ? event.visit : null),
    }),
    dropCode: assign({ digest: null, sentAt: null, visit: null }),
    countWrongTry: assign({ wrongTries: ({ context }) => context.wrongTries + 1 }),
    resetTries: assign({ wrongTries: 0, lockedUntil: null, liftDigest: null }),
    lock: assign({
      lockedUntil: ({ event }) => event.at + LOCK_DURATION,
      liftDigest: ({ event }) => ('liftDigest' in event ? event.liftDigest : null),
    }),
    mailCode: effect,
    withdrawCode: effect,
    mailLock: effect,
    openSession: effect,
  },
}).createMachine({
  id: 'challenge',
  meta: { requirements: ['4-login', '4-lock'] },
  context: {
    digest: null,
    sentAt: null,
    visit: null,
    wrongTries: 0,
    lockedUntil: null,
    liftDigest: null,
  },
  initial: 'idle',
  states: {
    idle: {
      on: { 'code.request': { target: 'codeSent', actions: ['storeCode', 'mailCode'] } },
    },
    codeSent: {
      on: {
        'code.request': {
          guard: 'isResendDue',
          target: 'codeSent',
          actions: ['storeCode', 'mailCode'],
        },
        'code.submit': [
          {
            guard: and(['isOfVisit', not('isExpired'), 'isMatching']),
            target: 'idle',
            actions: ['dropCode', 'resetTries', 'openSession'],
          },
          {
            guard: and(['isOfVisit', not('isExpired'), 'isLastTry']),
            target: 'locked',
            actions: ['countWrongTry', 'dropCode', 'lock', 'withdrawCode', 'mailLock'],
          },
          {
            guard: and(['isOfVisit', not('isExpired')]),
            target: 'codeSent',
            actions: 'countWrongTry',
          },
        ],
      },
    },
    locked: {
      on: {
        'code.request': {
          guard: 'isLockOver',
          target: 'codeSent',
          actions: ['resetTries', 'storeCode', 'mailCode'],
        },
        'mailbox.prove': { guard: 'isLinkOfLock', target: 'idle', actions: 'resetTries' },
        'address.unlock': { guard: 'isLead', target: 'idle', actions: 'resetTries' },
      },
    },
  },
});

export type ChallengeSnapshot = SnapshotFrom<typeof challengeMachine>;
