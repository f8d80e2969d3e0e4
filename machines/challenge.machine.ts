import { and, assign, not, type SnapshotFrom, setup } from 'xstate';

const MINUTE = 60_000;

/** A code is good for ten minutes and for one sign-in. */
export const CODE_LIFETIME = 10 * MINUTE;
/** A further code is sent no sooner than this after the last one. */
export const RESEND_INTERVAL = MINUTE / 2;
/** The fifth wrong code in a row locks the address… */
export const MAX_WRONG_TRIES = 5;
/** …for 24 hours. */
export const LOCK_DURATION = 24 * 60 * MINUTE;

/** Instants (`at`, `…At`, `…Until`) are milliseconds since the epoch, digests are of codes. */
export type ChallengeEvent =
  | { type: 'code.request'; at: number; digest: string }
  | { type: 'code.submit'; at: number; digest: string };

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
    isMatching: ({ context, event }) => event.digest === context.digest,
    isLastTry: ({ context }) => context.wrongTries + 1 >= MAX_WRONG_TRIES,
    isResendDue: ({ context, event }) =>
      context.sentAt === null || event.at >= context.sentAt + RESEND_INTERVAL,
    isLockOver: ({ context, event }) =>
      context.lockedUntil !== null && event.at >= context.lockedUntil,
  },
  actions: {
    keepCode: assign({
      digest: ({ event }) => event.digest,
      sentAt: ({ event }) => event.at,
    }),
    /** A code is used once. */
    dropCode: assign({ digest: null, sentAt: null }),
    countWrongTry: assign({ wrongTries: ({ context }) => context.wrongTries + 1 }),
    resetTries: assign({ wrongTries: 0, lockedUntil: null }),
    lock: assign({ lockedUntil: ({ event }) => event.at + LOCK_DURATION }),
    /** Effect: the code is mailed. */
    mailCode: () => {},
    /** Effect: a session is opened. */
    openSession: () => {},
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
            actions: ['countWrongTry', 'dropCode', 'lock'],
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
      },
    },
  },
});

export type ChallengeSnapshot = SnapshotFrom<typeof challengeMachine>;
