import { and, assign, not, type SnapshotFrom, setup } from 'xstate';
import { effect } from './effect.ts';
import { CODE_LIFETIME, LOCK_DURATION, MAX_WRONG_TRIES, RESEND_INTERVAL } from './limits.ts';

/** Instants (`at`, `…At`, `…Until`) are milliseconds since the epoch, digests are of codes. */
export type ChallengeEvent =
  | { type: 'code.request'; at: number; digest: string }
  | { type: 'code.submit'; at: number; digest: string }
  /** `role`: whose hand it is; the server takes it from the session. */
  | { type: 'address.unlock'; at: number; role: 'lead' | 'reviewer' | 'requester' };

export interface ChallengeContext {
  /** Digest of the code that was sent last; null once it is used. */
  digest: string | null;
  sentAt: number | null;
  /** Wrong codes in a row; only a right one or the end of a lock resets it. */
  wrongTries: number;
  lockedUntil: number | null;
}

/** One e-mail address's codes, wrong tries and lock. Pure; the server keeps one per address. */
export const challengeMachine = setup({
  types: { context: {} as ChallengeContext, events: {} as ChallengeEvent },
  guards: {
    isExpired: ({ context, event }) =>
      context.sentAt !== null && event.at >= context.sentAt + CODE_LIFETIME,
    isMatching: ({ context, event }) =>
      event.type === 'code.submit' && event.digest === context.digest,
    isLastTry: ({ context }) => context.wrongTries + 1 >= MAX_WRONG_TRIES,
    isResendDue: ({ context, event }) =>
      context.sentAt === null || event.at >= context.sentAt + RESEND_INTERVAL,
    isLockOver: ({ context, event }) =>
      context.lockedUntil !== null && event.at >= context.lockedUntil,
    isLead: ({ event }) => event.type === 'address.unlock' && event.role === 'lead',
  },
  actions: {
    keepCode: assign({
      digest: ({ event }) => ('digest' in event ? event.digest : null),
      sentAt: ({ event }) => event.at,
    }),
    /** A code is used once. */
    dropCode: assign({ digest: null, sentAt: null }),
    countWrongTry: assign({ wrongTries: ({ context }) => context.wrongTries + 1 }),
    resetTries: assign({ wrongTries: 0, lockedUntil: null }),
    lock: assign({ lockedUntil: ({ event }) => event.at + LOCK_DURATION }),
    /** The code is mailed. */
    mailCode: effect,
    /** The code's mail is not sent any more, if it has not left yet. */
    withdrawCode: effect,
    /** A session is opened. */
    openSession: effect,
  },
}).createMachine({
  id: 'challenge',
  context: { digest: null, sentAt: null, wrongTries: 0, lockedUntil: null },
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
            guard: and([not('isExpired'), 'isMatching']),
            target: 'idle',
            actions: ['dropCode', 'resetTries', 'openSession'],
          },
          {
            guard: and([not('isExpired'), 'isLastTry']),
            target: 'locked',
            actions: ['countWrongTry', 'dropCode', 'lock', 'withdrawCode'],
          },
          { guard: not('isExpired'), target: 'codeSent', actions: 'countWrongTry' },
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
        'address.unlock': { guard: 'isLead', target: 'idle', actions: 'resetTries' },
      },
    },
  },
});

export type ChallengeSnapshot = SnapshotFrom<typeof challengeMachine>;
