import { fromPromise, type SnapshotFrom } from 'xstate';
import { addressWithin } from '#contract/address-within.ts';
import { codes } from '#contract/codes.ts';
import { CODE_MINUTES } from '#machines/limits.ts';
import { type LoginProblem, loginMachine } from '#machines/login.machine.ts';
import { call } from '#ui/calls/call.ts';
import { ApiError } from '#ui/calls/call-types.ts';
import { beginSession } from '#ui/calls/session.ts';

const kinds: Record<number, LoginProblem['kind']> = {
  [codes.wrongCode]: 'wrongCode',
  [codes.expiredCode]: 'expiredCode',
  [codes.tooSoon]: 'tooSoon',
  [codes.locked]: 'locked',
  [codes.linkNeeded]: 'locked',
  [codes.invalid]: 'invalid',
};

/** Converts the error of a call to a problem of the sign-in. */
function loginProblem(error: unknown): LoginProblem {
  if (!(error instanceof ApiError)) return { kind: 'network' };
  return {
    kind: kinds[error.code] ?? 'network',
    message: error.message,
    ...error.dataOf(codes.wrongCode),
    ...error.dataOf(codes.locked),
  };
}

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

const KEY = 'sign-in';
const MINUTE = 60_000;

/** Stores in this tab that a code was sent to an address. */
export function saveSentCode(email: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ email, sentAt: Date.now() }));
  } catch {
    // Without storage, a reload starts again.
  }
}

export function clearSentCode(): void {
  sessionStorage.removeItem(KEY);
}

/** Sign-in at the code step, when this tab requested a code that is still valid. */
export function restoredLogin(): SnapshotFrom<typeof portalLoginMachine> | undefined {
  try {
    const { email, sentAt } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    if (typeof email !== 'string' || !(Date.now() - sentAt < CODE_MINUTES * MINUTE)) return;
    return portalLoginMachine.resolveState({
      // The server enforces the delay between two codes.
      value: { code: { entry: 'editing', resend: 'ready' } },
      context: { email, problem: null },
    });
  } catch {
    return;
  }
}

/** Address to open after signing in: one of this site, or the main list by default. */
export function redirectAddress(wanted: string | null, origin = location.origin): string {
  const address = addressWithin(origin, wanted);
  const leadsBack = address !== null && /^\/login([?#]|$)/.test(address);
  return address === null || leadsBack ? '/home/data-acquisition' : address;
}
