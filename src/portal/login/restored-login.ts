import type { SnapshotFrom } from 'xstate';
import { CODE_MINUTES } from '#machines/limits.ts';
import { portalLoginMachine } from './login-actors.ts';

const KEY = 'sign-in';
const MINUTE = 60_000;

/** Keeps, for this tab, that a code is on its way to an address. */
export function keepSentCode(email: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ email, sentAt: Date.now() }));
  } catch {
    // Without storage a reload begins again.
  }
}

export function forgetSentCode(): void {
  sessionStorage.removeItem(KEY);
}

/** The sign-in at the step of the code that this tab has asked for and that is still valid. */
export function restoredLogin(): SnapshotFrom<typeof portalLoginMachine> | undefined {
  try {
    const { email, sentAt } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    if (typeof email !== 'string' || !(Date.now() - sentAt < CODE_MINUTES * MINUTE)) return;
    return portalLoginMachine.resolveState({
      // The server says it when it is too early for another code.
      value: { code: { entry: 'editing', resend: 'ready' } },
      context: { email, problem: null },
    });
  } catch {
    return;
  }
}
