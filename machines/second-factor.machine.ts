import { and, assign, not, or, setup } from 'xstate';
import { effect } from './effect.ts';
import { LOCK_DURATION, MAX_WRONG_TRIES } from './limits.ts';
import type { Traced } from './requirements.ts';

/** Kind of valid proof; for an authenticator code, its time step (RFC 6238). Null if invalid. */
export type Proof = { step: number } | 'recoveryCode' | 'passkey' | null;

export type SecondFactorEvent =
  | { type: 'factor.begin'; at: number }
  | { type: 'factor.confirm'; at: number; proof: Proof }
  | { type: 'factor.give'; at: number; proof: Proof }
  | { type: 'factor.unlock'; at: number; role: 'lead' | 'reviewer' };

interface SecondFactorContext {
  /** Time step of the last accepted code. The same code is rejected without counting as wrong. */
  lastStep: number;
  wrongTries: number;
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
    /** The last accepted code was sent again, by a double click or in another session. */
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
    storeStep: assign({
      lastStep: ({ context, event }) =>
        'proof' in event && typeof event.proof === 'object' && event.proof !== null
          ? event.proof.step
          : context.lastStep,
    }),
    countWrongTry: assign({ wrongTries: ({ context }) => context.wrongTries + 1 }),
    resetTries: assign({ wrongTries: 0, lockedUntil: null }),
    lock: assign({ wrongTries: 0, lockedUntil: ({ event }) => event.at + LOCK_DURATION }),
    issueRecoveryCodes: effect,
    completeSession: effect,
    spendRecoveryCode: effect,
  },
});

const confirm = {
  guard: 'byAppCode',
  target: 'active',
  actions: ['storeStep', 'issueRecoveryCodes', 'completeSession'],
} as const;
const give = [
  { guard: 'byAppCode', actions: ['storeStep', 'completeSession'] },
  { guard: 'byRecoveryCode', actions: ['spendRecoveryCode', 'completeSession'] },
  { guard: 'byPasskey', actions: 'completeSession' },
] as const;
/** Only an authenticator code can confirm a new secret. No code of it can have been used before. */
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
