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

export function saveSentCode(email: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ email, sentAt: Date.now() }));
  } catch {
    // If storage is unavailable, a reload starts the sign-in again.
  }
}

export function clearSentCode(): void {
  sessionStorage.removeItem(KEY);
}

/** Restores the sign-in at the code step if this tab requested a code that is still valid. */
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

/** Returns the URL to open after the sign-in: one on this site, by default the main list. */
export function redirectAddress(wanted: string | null, origin = location.origin): string {
  const address = addressWithin(origin, wanted);
  const leadsBack = address !== null && /^\/login([?#]|$)/.test(address);
  return address === null || leadsBack ? '/home/data-acquisition' : address;
}
