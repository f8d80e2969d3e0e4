import { and, assign, not, or, setup } from 'xstate';
import { effect } from './effect.ts';
import { LOCK_DURATION, MAX_WRONG_TRIES } from './limits.ts';
import type { Traced } from './requirements.ts';

/**
 * Result of checking a code: the time step of the app's code (RFC 6238), a recovery code that
 * is left, a passkey that answered its challenge, or nothing.
 */
export type Proof = { step: number } | 'recoveryCode' | 'passkey' | null;

/** `at` is milliseconds since the epoch. */
export type SecondFactorEvent =
  /** A new secret is shown. */
  | { type: 'factor.begin'; at: number }
  /** A code of the secret that waits for one. */
  | { type: 'factor.confirm'; at: number; proof: Proof }
  /** A code at sign-in. */
  | { type: 'factor.give'; at: number; proof: Proof }
  /** `role`: whose hand it is; the server takes it from the session. */
  | { type: 'factor.unlock'; at: number; role: 'lead' | 'reviewer' };

export interface SecondFactorContext {
  /** Step of the last code that was taken: none is taken twice, nor is that one counted as wrong. */
  lastStep: number;
  /** Wrong codes in a row; only a right one or the end of a lock resets it. */
  wrongTries: number;
  /** ms since the epoch */
  lockedUntil: number | null;
}

const chart = setup({
  types: {
    meta: {} as Traced,
    context: {} as SecondFactorContext,
    events: {} as SecondFactorEvent,
  },
  guards: {
    isAppCode: ({ context, event }) =>
      'proof' in event &&
      typeof event.proof === 'object' &&
      event.proof !== null &&
      (event.type === 'factor.confirm' || event.proof.step > context.lastStep),
    isRecoveryCode: ({ event }) => event.type === 'factor.give' && event.proof === 'recoveryCode',
    /** The code that was taken last, once more: a double click, or another session. */
    isRepeat: ({ context, event }) =>
      event.type === 'factor.give' &&
      typeof event.proof === 'object' &&
      event.proof?.step === context.lastStep,
    isPasskey: ({ event }) => event.type === 'factor.give' && event.proof === 'passkey',
    isLastTry: ({ context }) => context.wrongTries + 1 >= MAX_WRONG_TRIES,
    isLockOver: ({ context, event }) =>
      context.lockedUntil === null || event.at >= context.lockedUntil,
    isLead: ({ event }) => event.type === 'factor.unlock' && event.role === 'lead',
    byAppCode: and(['isAppCode', 'isLockOver']),
    byRecoveryCode: and(['isRecoveryCode', 'isLockOver']),
    byPasskey: and(['isPasskey', 'isLockOver']),
    isWrong: not('isRepeat'),
    isLastWrongTry: and(['isWrong', 'isLastTry']),
    isWrongAfterLock: and(['isWrong', 'isLockOver']),
  },
  actions: {
    keepStep: assign({
      lastStep: ({ context, event }) =>
        'proof' in event && typeof event.proof === 'object' && event.proof !== null
          ? event.proof.step
          : context.lastStep,
    }),
    countWrongTry: assign({ wrongTries: ({ context }) => context.wrongTries + 1 }),
    resetTries: assign({ wrongTries: 0, lockedUntil: null }),
    lock: assign({ wrongTries: 0, lockedUntil: ({ event }) => event.at + LOCK_DURATION }),
    /** Recovery codes take the place of those before. */
    issueRecoveryCodes: effect,
    /** The session counts as signed in. */
    completeSession: effect,
    /** The recovery code is used up. */
    spendRecoveryCode: effect,
  },
});

const confirm = {
  guard: 'byAppCode',
  target: 'active',
  actions: ['keepStep', 'issueRecoveryCodes', 'completeSession'],
} as const;
const give = [
  { guard: 'byAppCode', actions: ['keepStep', 'completeSession'] },
  { guard: 'byRecoveryCode', actions: ['spendRecoveryCode', 'completeSession'] },
  { guard: 'byPasskey', actions: 'completeSession' },
] as const;
/** A new secret is confirmed by a code of the app alone, and no code of it was taken before. */
const confirmTries = [
  { guard: 'isAppCode', actions: 'resetTries' },
  { guard: 'isLastTry', target: 'locked', actions: 'lock' },
  { actions: 'countWrongTry' },
] as const;
const giveTries = [
  { guard: or(['isAppCode', 'isRecoveryCode', 'isPasskey']), actions: 'resetTries' },
  { guard: 'isLastWrongTry', target: 'locked', actions: 'lock' },
  { guard: 'isWrong', actions: 'countWrongTry' },
] as const;
const confirmAfterLock = [
  { guard: 'byAppCode', target: 'open', actions: 'resetTries' },
  { guard: 'isLockOver', target: 'open', actions: ['resetTries', 'countWrongTry'] },
] as const;
const giveAfterLock = [
  {
    guard: or(['byAppCode', 'byRecoveryCode', 'byPasskey']),
    target: 'open',
    actions: 'resetTries',
  },
  { guard: 'isWrongAfterLock', target: 'open', actions: ['resetTries', 'countWrongTry'] },
] as const;

/** One account's authenticator app and what stands in for it, wrong tries and lock. Pure; the server keeps one per account. */
export const secondFactorMachine = chart.createMachine({
  id: 'secondFactor',
  meta: { requirements: ['Art. 32 GDPR'] },
  context: { lastStep: 0, wrongTries: 0, lockedUntil: null },
  type: 'parallel',
  states: {
    secret: {
      initial: 'pending',
      states: {
        pending: { on: { 'factor.begin': { target: 'pending' }, 'factor.confirm': confirm } },
        active: { on: { 'factor.begin': { target: 'replacing' }, 'factor.give': give } },
        replacing: {
          on: {
            'factor.begin': { target: 'replacing' },
            'factor.confirm': confirm,
            'factor.give': give,
          },
        },
      },
    },
    tries: {
      initial: 'open',
      states: {
        open: { on: { 'factor.confirm': confirmTries, 'factor.give': giveTries } },
        locked: {
          on: {
            'factor.confirm': confirmAfterLock,
            'factor.give': giveAfterLock,
            'factor.unlock': { guard: 'isLead', target: 'open', actions: 'resetTries' },
          },
        },
      },
    },
  },
});
