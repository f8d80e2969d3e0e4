import { and, assign, not, type SnapshotFrom, setup } from 'xstate';
import { effect } from './effect.ts';
import { CODE_LIFETIME, LOCK_DURATION, MAX_WRONG_TRIES, RESEND_INTERVAL } from './limits.ts';
import type { Traced } from './requirements.ts';

/** Instants (`at`, `…At`, `…Until`) are milliseconds since the epoch, digests are of codes. */
export type ChallengeEvent =
  | { type: 'code.request'; at: number; digest: string; visit: string | null }
  /** `liftDigest`: of the link that a lock is lifted by, if this code is the one that locks. */
  | { type: 'code.submit'; at: number; digest: string; visit: string | null; liftDigest: string }
  /** Somebody followed the link in the mail about the lock: the mailbox is theirs. */
  | { type: 'mailbox.prove'; at: number; digest: string }
  /** `role`: whose hand it is; the server takes it from the session. */
  | { type: 'address.unlock'; at: number; role: 'lead' | 'reviewer' | 'requester' };

export interface ChallengeContext {
  /** Digest of the code that was sent last; null once it is used. */
  digest: string | null;
  sentAt: number | null;
  /** Visit of the browser that asked for the code; null when it keeps no cookies. */
  visit: string | null;
  /** Wrong codes in a row; only a right one or the end of a lock resets it. */
  wrongTries: number;
  lockedUntil: number | null;
  /** Digest of the link by which the lock is lifted. */
  liftDigest: string | null;
}

/**
 * Codes, wrong tries and lock of one sender at one e-mail address. Pure. The server keeps one a
 * sender: a browser that signed in with the address before, or a network, so that nobody's wrong
 * codes lock anybody else.
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
    /** A code is of the browser that asked for it; another one's tries are none. */
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
    keepCode: assign({
      digest: ({ event }) => ('digest' in event ? event.digest : null),
      sentAt: ({ event }) => event.at,
      visit: ({ event }) => ('visit' in event ? event.visit : null),
    }),
    /** A code is used once. */
    dropCode: assign({ digest: null, sentAt: null, visit: null }),
    countWrongTry: assign({ wrongTries: ({ context }) => context.wrongTries + 1 }),
    resetTries: assign({ wrongTries: 0, lockedUntil: null, liftDigest: null }),
    lock: assign({
      lockedUntil: ({ event }) => event.at + LOCK_DURATION,
      liftDigest: ({ event }) => ('liftDigest' in event ? event.liftDigest : null),
    }),
    /** The code is mailed. */
    mailCode: effect,
    /** The code's mail is not sent any more, if it has not left yet. */
    withdrawCode: effect,
    /** The address is told of the lock, with the link that lifts it. */
    mailLock: effect,
    /** A session is opened. */
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
      on: { 'code.request': { target: 'codeSent', actions: ['keepCode', 'mailCode'] } },
    },
    codeSent: {
      on: {
        'code.request': {
          guard: 'isResendDue',
          target: 'codeSent',
          actions: ['keepCode', 'mailCode'],
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
          actions: ['resetTries', 'keepCode', 'mailCode'],
        },
        'mailbox.prove': { guard: 'isLinkOfLock', target: 'idle', actions: 'resetTries' },
        'address.unlock': { guard: 'isLead', target: 'idle', actions: 'resetTries' },
      },
    },
  },
});

export type ChallengeSnapshot = SnapshotFrom<typeof challengeMachine>;
