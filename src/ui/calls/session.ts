import Cookies from 'js-cookie';
import { v4 as uuid } from 'uuid';
import { cookieLifetimes, cookieNames } from '#contract/limits.ts';
import { clearMessages } from '#ui/messages/messages.ts';
import { queryClient } from './query-client.ts';
import { createStore } from './store.ts';

const channel = typeof document === 'undefined' ? null : new BroadcastChannel('session');
interface End {
  ending: 'none' | 'expired' | 'loggedOut';
  reason?: string | undefined;
}
const end = createStore<End>({ ending: 'none' });

channel?.addEventListener('message', ({ data }: MessageEvent<End>) => {
  if (data.ending !== 'none') forgetOnScreen(data);
  end.set(data);
});

function forgetOnScreen({ ending }: End) {
  clearMessages();
  queryClient.clear();
  if (ending === 'loggedOut') sessionStorage.clear();
}

export const loginToken = (): string | undefined => Cookies.get(cookieNames.login) || undefined;

export const isLoggedOut = (): boolean => end.get().ending === 'loggedOut';

/** Renews the session cookie of this visit. It expires 30 minutes after the last call. */
export function renewVisit(): void {
  const visit = Cookies.get(cookieNames.session) ?? uuid();
  setCookie(cookieNames.session, visit, cookieLifetimes.session);
}

export function beginSession(token: string): void {
  setCookie(cookieNames.login, token, cookieLifetimes.login);
  broadcastEnd({ ending: 'none' });
}

export function endSession(ending: 'expired' | 'loggedOut', reason?: string): void {
  Cookies.remove(cookieNames.login);
  forgetOnScreen({ ending });
  broadcastEnd({ ending, reason });
}

function broadcastEnd(next: End) {
  channel?.postMessage(next);
  end.set(next);
}

export function useSession(): End & { token: string | undefined } {
  return { ...end.use(), token: loginToken() };
}

export function setCookie(name: string, value: string, lifetime: number): void {
  Cookies.set(name, value, {
    expires: new Date(Date.now() + lifetime * 1000),
    sameSite: 'strict',
    secure: location.protocol === 'https:',
  });
}
