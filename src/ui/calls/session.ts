import Cookies from 'js-cookie';
import { useSyncExternalStore } from 'react';
import { cookieLifetimes, cookieNames } from '#contract/limits.ts';
import { forgetMessages } from '#ui/messages/messages.ts';
import { queryClient } from './query-client.ts';
import { randomId } from './random-id.ts';
import { setCookie } from './set-cookie.ts';

/** Way to no session: nobody signed in yet, the server ended it, or the person logged out. */
type Ending = 'none' | 'expired' | 'loggedOut';

const channel = typeof document === 'undefined' ? null : new BroadcastChannel('session');
const listeners = new Set<() => void>();
/** How the last session ended, and the server's words for it, if it gave any. */
interface End {
  ending: Ending;
  reason?: string | undefined;
}
let end: End = { ending: 'none' };

function setEnd(next: End) {
  end = next;
  for (const listener of listeners) listener();
}

channel?.addEventListener('message', ({ data }: MessageEvent<End>) => {
  if (data.ending !== 'none') forgetOnScreen(data);
  setEnd(data);
});

/** Drops the messages and answers of the account, and after log-out what this tab stores of it. */
function forgetOnScreen({ ending }: End) {
  forgetMessages();
  queryClient.clear();
  if (ending === 'loggedOut') sessionStorage.clear();
}

/** The token as this turn of the event loop has read it. */
let read: { token: string | undefined } | undefined;

/** The login token from its cookie; undefined when nobody is signed in. */
export function loginToken(): string | undefined {
  // A cookie is read from another process, and everything that is drawn asks for this one.
  if (!read) {
    read = { token: Cookies.get(cookieNames.login) || undefined };
    queueMicrotask(() => {
      read = undefined;
    });
  }
  return read.token;
}

/** Least ms between two renewals of the visit's cookie: the calls of a page leave together. */
const RENEWAL = 1000;
let renewedAt = Number.NEGATIVE_INFINITY;

/** Renews this visit's cookie: it distinguishes visits and ends 30 minutes after the last call. */
export function renewVisit(): void {
  const now = performance.now();
  if (now - renewedAt < RENEWAL) return;
  renewedAt = now;
  const visit = Cookies.get(cookieNames.session) ?? randomId();
  setCookie(cookieNames.session, visit, cookieLifetimes.session);
}

/** Keeps the token that the server gave, for this tab and the others. */
export function beginSession(token: string): void {
  setCookie(cookieNames.login, token, cookieLifetimes.login);
  read = undefined;
  tellEnd({ ending: 'none' });
}

/** Forgets the token, here and in every other tab, and what is on screen about the account. */
export function endSession(ending: 'expired' | 'loggedOut', reason?: string): void {
  Cookies.remove(cookieNames.login);
  read = undefined;
  forgetOnScreen({ ending });
  tellEnd({ ending, reason });
}

function tellEnd(next: End) {
  channel?.postMessage(next);
  setEnd(next);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the token of the session, and without one the way the last session ended, and why. */
export function useSession(): End & { token: string | undefined } {
  const token = useSyncExternalStore(subscribe, loginToken, () => 'prerendered');
  return { token, ...end };
}
