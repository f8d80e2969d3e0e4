import { fromPromise, type SnapshotFrom } from 'xstate';
import { addressWithin } from '#contract/address-within.ts';
import { codes } from '#contract/codes.ts';
import { MINUTE, SECOND } from '#lib/words/durations.ts';
import { CODE_MINUTES, RESEND_INTERVAL } from '#machines/limits.ts';
import { type LoginProblem, loginMachine } from '#machines/login.machine.ts';
import { call } from '#ui/calls/call.ts';
import type { ApiError } from '#ui/calls/call-types.ts';
import { beginSession } from '#ui/calls/session.ts';

const kinds: Record<number, LoginProblem['kind']> = {
  [codes.wrongCode]: 'wrongCode',
  [codes.expiredCode]: 'expiredCode',
  [codes.tooSoon]: 'tooSoon',
  [codes.locked]: 'locked',
  [codes.linkNeeded]: 'locked',
  [codes.invalid]: 'invalid',
};

function loginProblem(error: ApiError): LoginProblem {
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
      try {
        await call('sendCaptcha', { email, privacyAccepted: true }, { silent: true, signal });
        saveSentCode(email, Date.now());
      } catch (reason) {
        const error = reason as ApiError;
        const wait = error.dataOf(codes.tooSoon)?.retryAfter;
        if (wait && !validSentCode())
          saveSentCode(email, Date.now() + wait * SECOND - RESEND_INTERVAL);
        throw loginProblem(error);
      }
    }),
    verifyCode: fromPromise<void, { email: string; code: string }>(async ({ input, signal }) => {
      const { token } = await call('login', input, { silent: true, signal }).catch(
        (error: ApiError) => Promise.reject(loginProblem(error)),
      );
      beginSession(token);
    }),
  },
});

const KEY = 'sign-in';

function saveSentCode(email: string, sentAt: number): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ email, sentAt }));
  } catch {
    // If storage is unavailable, a reload starts the sign-in again.
  }
}

export function clearSentCode(): void {
  sessionStorage.removeItem(KEY);
}

function validSentCode(): { email: string; sentAt: number } | null {
  try {
    const { email, sentAt } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    const isValid = typeof email === 'string' && Date.now() - sentAt < CODE_MINUTES * MINUTE;
    return isValid ? { email, sentAt } : null;
  } catch {
    return null;
  }
}

/** In ms since the epoch. */
export function codeSentAt({ context }: SnapshotFrom<typeof loginMachine>): number {
  const sent = validSentCode();
  return sent?.email === context.email ? sent.sentAt : Date.now();
}

export function restoredLogin(): SnapshotFrom<typeof portalLoginMachine> | undefined {
  const sent = validSentCode();
  if (!sent) return;
  return portalLoginMachine.resolveState({
    // A restored machine has no timers: the page enforces the rest of the delay.
    value: { code: { entry: 'editing', resend: 'ready' } },
    context: { email: sent.email, problem: null },
  });
}

/** Returns the URL to open after the sign-in: `wanted` if on this site, or the main list. */
export function redirectAddress(wanted: string | null, origin = location.origin): string {
  const address = addressWithin(origin, wanted);
  const leadsBack = address !== null && /^\/login([?#]|$)/.test(address);
  return address === null || leadsBack ? '/home/data-acquisition' : address;
}
