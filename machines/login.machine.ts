import { assign, fromPromise, setup } from 'xstate';

/** Why a call of the sign-in was refused, as the server's answer told it. */
export interface LoginProblem {
  kind: 'wrongCode' | 'expiredCode' | 'tooSoon' | 'locked' | 'invalid' | 'network';
  /** Wrong codes that are left before the address is locked. */
  triesLeft?: number;
  /** Until when the address is locked, ms since the epoch. */
  lockedUntil?: number;
  /** The server's own words, in the reader's language. */
  message?: string;
}

export type LoginEvent =
  | { type: 'email.submit'; email: string; privacyAccepted: boolean }
  | { type: 'code.submit'; code: string }
  | { type: 'code.resend' }
  | { type: 'login.back' };

export interface LoginContext {
  email: string;
  problem: LoginProblem | null;
}

/** The actors reject with a {@link LoginProblem}. */
function problemOf(error: unknown): LoginProblem {
  return error as LoginProblem;
}

/** Sign-in on the page: e-mail, code, welcome. The calls are provided by the page. */
export const loginMachine = setup({
  types: { context: {} as LoginContext, events: {} as LoginEvent },
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
    isLocked: (_, params: { problem: LoginProblem }) => params.problem.kind === 'locked',
    /** A code was sent a moment ago: it can be entered, no further one is needed. */
    isTooSoon: (_, params: { problem: LoginProblem }) => params.problem.kind === 'tooSoon',
  },
  actions: {
    keepEmail: assign({ email: (_, params: { email: string }) => params.email }),
    keepProblem: assign({ problem: (_, params: { problem: LoginProblem }) => params.problem }),
    clearProblem: assign({ problem: null }),
  },
  delays: { untilResend: 30_000 },
}).createMachine({
  id: 'login',
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
            { type: 'keepEmail', params: ({ event }) => ({ email: event.email }) },
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
          {
            guard: {
              type: 'isLocked',
              params: ({ event }) => ({ problem: problemOf(event.error) }),
            },
            target: 'locked',
            actions: {
              type: 'keepProblem',
              params: ({ event }) => ({ problem: problemOf(event.error) }),
            },
          },
          {
            guard: {
              type: 'isTooSoon',
              params: ({ event }) => ({ problem: problemOf(event.error) }),
            },
            target: 'code',
            actions: {
              type: 'keepProblem',
              params: ({ event }) => ({ problem: problemOf(event.error) }),
            },
          },
          {
            target: 'email',
            actions: {
              type: 'keepProblem',
              params: ({ event }) => ({ problem: problemOf(event.error) }),
            },
          },
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
                onError: [
                  {
                    guard: {
                      type: 'isLocked',
                      params: ({ event }) => ({ problem: problemOf(event.error) }),
                    },
                    target: '#login.locked',
                    actions: {
                      type: 'keepProblem',
                      params: ({ event }) => ({ problem: problemOf(event.error) }),
                    },
                  },
                  {
                    target: 'editing',
                    actions: {
                      type: 'keepProblem',
                      params: ({ event }) => ({ problem: problemOf(event.error) }),
                    },
                  },
                ],
              },
            },
          },
        },
        resend: {
          initial: 'waiting',
          states: {
            waiting: { after: { untilResend: { target: 'ready' } } },
            ready: {
              on: { 'code.resend': { target: 'sending', actions: 'clearProblem' } },
            },
            sending: {
              tags: 'busy',
              invoke: {
                id: 'resendCode',
                src: 'sendCode',
                input: ({ context }) => ({ email: context.email }),
                onDone: { target: 'waiting' },
                onError: [
                  {
                    guard: {
                      type: 'isLocked',
                      params: ({ event }) => ({ problem: problemOf(event.error) }),
                    },
                    target: '#login.locked',
                    actions: {
                      type: 'keepProblem',
                      params: ({ event }) => ({ problem: problemOf(event.error) }),
                    },
                  },
                  {
                    target: 'ready',
                    actions: {
                      type: 'keepProblem',
                      params: ({ event }) => ({ problem: problemOf(event.error) }),
                    },
                  },
                ],
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
