import Cookies from 'js-cookie';
import { useSyncExternalStore } from 'react';
import { cookieLifetimes, cookieNames } from '#contract/limits.ts';
import { forgetMessages } from '#ui/messages/messages.ts';
import { randomId } from './random-id.ts';
import { setCookie } from './set-cookie.ts';

/** Reason for no session: nobody signed in yet, the server ended it, or the person logged out. */
type Ending = 'none' | 'expired' | 'loggedOut';

const channel = typeof document === 'undefined' ? null : new BroadcastChannel('session');
const listeners = new Set<() => void>();
let ending: Ending = 'none';

function notify() {
  for (const listener of listeners) listener();
}

channel?.addEventListener('message', ({ data }: MessageEvent<Ending>) => {
  if (data !== 'none') forgetMessages();
  ending = data;
  notify();
});

/** The login token from its cookie; undefined when nobody is signed in. */
export function loginToken(): string | undefined {
  return Cookies.get(cookieNames.login) || undefined;
}

/** Renews this visit's cookie: it distinguishes visits and ends 30 minutes after the last call. */
export function renewVisit(): void {
  const visit = Cookies.get(cookieNames.session) ?? randomId();
  setCookie(cookieNames.session, visit, cookieLifetimes.session);
}

/** Keeps the token that the server gave, for this tab and the others. */
export function beginSession(token: string): void {
  setCookie(cookieNames.login, token, cookieLifetimes.login);
  ending = 'none';
  channel?.postMessage(ending);
  notify();
}

/** Forgets the token, here and in every other tab, and what is on screen about the account. */
export function endSession(why: 'expired' | 'loggedOut'): void {
  Cookies.remove(cookieNames.login);
  forgetMessages();
  ending = why;
  channel?.postMessage(ending);
  notify();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the token of the session, and without one the way the last session ended. */
export function useSession(): { token: string | undefined; ending: Ending } {
  const token = useSyncExternalStore(subscribe, loginToken, () => 'prerendered');
  return { token, ending };
}
