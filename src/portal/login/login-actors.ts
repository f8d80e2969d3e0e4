import { fromPromise } from 'xstate';
import { codes } from '#contract/codes.ts';
import { type LoginProblem, loginMachine } from '#machines/login.machine.ts';
import { call } from '#ui/calls/call.ts';
import { Refused } from '#ui/calls/refused.ts';
import { beginSession } from '#ui/calls/session.ts';

const kinds: Record<number, LoginProblem['kind']> = {
  [codes.wrongCode]: 'wrongCode',
  [codes.expiredCode]: 'expiredCode',
  [codes.tooSoon]: 'tooSoon',
  [codes.locked]: 'locked',
  [codes.linkNeeded]: 'locked',
  [codes.invalid]: 'invalid',
};

/** The sign-in problem that a refused call stands for. */
function loginProblem(error: unknown): LoginProblem {
  if (!(error instanceof Refused)) return { kind: 'network' };
  return {
    kind: kinds[error.code] ?? 'network',
    message: error.message,
    ...error.dataOf(codes.wrongCode),
    ...error.dataOf(codes.locked),
  };
}

/** The sign-in with its calls. A login token that comes is stored at once. */
export const portalLoginMachine = loginMachine.provide({
  actors: {
    sendCode: fromPromise<void, { email: string }>(async ({ input: { email }, signal }) => {
      await call('sendCaptcha', { email, privacyAccepted: true }, { silent: true, signal }).catch(
        (error: unknown) => Promise.reject(loginProblem(error)),
      );
    }),
    verifyCode: fromPromise<void, { email: string; code: string }>(async ({ input, signal }) => {
      const answer = await call('login', input, { silent: true, signal }).catch((error: unknown) =>
        Promise.reject(loginProblem(error)),
      );
      beginSession(answer.token);
    }),
  },
});
