import { assign, fromPromise, setup } from 'xstate';
import { RESEND_INTERVAL } from './limits.ts';
import type { Traced } from './requirements.ts';

export interface LoginProblem {
  kind: 'wrongCode' | 'expiredCode' | 'tooSoon' | 'locked' | 'invalid' | 'network';
  triesLeft?: number;
  lockedUntil?: number;
  message?: string;
}

type LoginEvent =
  | { type: 'email.submit'; email: string; privacyAccepted: boolean }
  | { type: 'code.submit'; code: string }
  | { type: 'code.resend' }
  | { type: 'login.back' };

interface LoginContext {
  email: string;
  problem: LoginProblem | null;
}

export function problemOf(event: object): LoginProblem | null {
  return 'error' in event ? (event.error as LoginProblem) : null;
}

const chart = setup({
  types: { meta: {} as Traced, context: {} as LoginContext, events: {} as LoginEvent },
  actors: {
    sendCode: fromPromise<void, { email: string }>(async () => {
      throw new Error('sendCode is not provided');
    }),
    verifyCode: fromPromise<void, { email: string; code: string }>(async () => {
      throw new Error('verifyCode is not provided');
    }),
  },
  guards: {
    isPrivacyAccepted: (_, params: { privacyAccepted: boolean }) => params.privacyAccepted,
    isLocked: ({ event }) => problemOf(event)?.kind === 'locked',
    isTooSoon: ({ event }) => problemOf(event)?.kind === 'tooSoon',
  },
  actions: {
    storeEmail: assign({ email: (_, params: { email: string }) => params.email }),
    storeProblem: assign({ problem: ({ event }) => problemOf(event) }),
    clearProblem: assign({ problem: null }),
  },
  delays: { untilResend: RESEND_INTERVAL },
});

const lock = { guard: 'isLocked', target: '#login.locked', actions: 'storeProblem' } as const;

export const loginMachine = chart.createMachine({
  id: 'login',
  meta: { requirements: ['4-login'] },
  context: { email: '', problem: null },
  initial: 'email',
  states: {
    email: {
      on: {
        'email.submit': {
          guard: {
            type: 'isPrivacyAccepted',
            params: ({ event }) => ({ privacyAccepted: event.privacyAccepted }),
          },
          target: 'sendingCode',
          actions: [
            { type: 'storeEmail', params: ({ event }) => ({ email: event.email }) },
            'clearProblem',
          ],
        },
      },
    },
    sendingCode: {
      tags: 'busy',
      invoke: {
        id: 'sendCode',
        src: 'sendCode',
        input: ({ context }) => ({ email: context.email }),
        onDone: { target: 'code' },
        onError: [
          lock,
          { guard: 'isTooSoon', target: 'code', actions: 'storeProblem' },
          { target: 'email', actions: 'storeProblem' },
        ],
      },
    },
    code: {
      type: 'parallel',
      on: { 'login.back': { target: 'email', actions: 'clearProblem' } },
      states: {
        entry: {
          initial: 'editing',
          states: {
            editing: {
              on: { 'code.submit': { target: 'verifying', actions: 'clearProblem' } },
            },
            verifying: {
              tags: 'busy',
              invoke: {
                id: 'verifyCode',
                src: 'verifyCode',
                input: ({ context, event }) => ({
                  email: context.email,
                  code: event.type === 'code.submit' ? event.code : '',
                }),
                onDone: { target: '#login.welcome' },
                onError: [lock, { target: 'editing', actions: 'storeProblem' }],
              },
            },
          },
        },
        resend: {
          initial: 'waiting',
          states: {
            waiting: { after: { untilResend: { target: 'ready' } } },
            ready: { on: { 'code.resend': { target: 'sending', actions: 'clearProblem' } } },
            sending: {
              tags: 'busy',
              invoke: {
                id: 'resendCode',
                src: 'sendCode',
                input: ({ context }) => ({ email: context.email }),
                onDone: { target: 'waiting' },
                onError: [lock, { target: 'ready', actions: 'storeProblem' }],
              },
            },
          },
        },
      },
    },
    locked: { on: { 'login.back': { target: 'email', actions: 'clearProblem' } } },
    welcome: { type: 'final' },
  },
});
