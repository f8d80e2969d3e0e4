import { notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import type { CallName } from '#contract/calls.ts';
import { codes } from '#contract/codes.ts';
import { showMessage } from '#ui/messages/messages.ts';
import { ApiError } from './call-types.ts';

export const SHARED_RESPONSE_MS = 10_000;

let isPressed = false;
const held: (() => void)[] = [];

/**
 * Shows responses at once, because the default scheduler would notify components one task after
 * `invalidate` has settled. While a mouse button or finger is down, responses wait: if one moves or
 * replaces the pressed element, the browser sends no click.
 */
notifyManager.setScheduler((notify) => {
  if (isPressed) held.push(notify);
  else queueMicrotask(notify);
});

if (typeof document !== 'undefined') {
  const release = () => {
    isPressed = false;
    for (const notify of held.splice(0)) notify();
  };
  // After the handlers of the click, whose calls may settle in the same task.
  addEventListener('click', release);
  // The click is sent in the same task as `pointerup`, and the message arrives in a later one.
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = release;
  const follow = (event: Event) => {
    const { type, button, buttons, target } = event as PointerEvent;
    // A select opens when it is pressed, and its list may take the `pointerup`.
    if (type === 'pointerdown') isPressed = button === 0 && !(target instanceof HTMLSelectElement);
    else if (isPressed && !buttons) port2.postMessage(null);
  };
  // A button that is released over another window sends no `pointerup`.
  for (const type of ['pointerdown', 'pointerup', 'pointercancel', 'pointermove', 'keydown'])
    addEventListener(type, follow, true);
}

/** Cache of calls that read. Only queries with `pollEvery` refetch automatically. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { observers, state, queryKey }) => {
      // If an automatic refetch fails, the page shows the previous data until the next refetch.
      const isShown = observers.some(
        ({ options: { meta, refetchInterval } }) =>
          meta?.silent !== true && !(refetchInterval && state.data !== undefined),
      );
      if (isShown && error instanceof ApiError && error.code !== codes.signedOut)
        showMessage({ kind: 'error', text: error.message, call: String(queryKey[0]) });
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: SHARED_RESPONSE_MS,
      gcTime: 0,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // Calls are sent while offline, too, so that they fail and show their error at once.
      networkMode: 'always',
      // Each response is a new object, because the remaining session time counts from its arrival.
      structuralSharing: false,
    },
  },
});

queryClient.mount();

/** Reloads the queries that are on screen. Settles when they are loaded, also after errors. */
export async function invalidate(names: readonly CallName[]): Promise<void> {
  if (names.length === 0) return;
  // Pages that open later must not show cached responses.
  queryClient.removeQueries({
    type: 'inactive',
    predicate: ({ gcTime }) => gcTime <= SHARED_RESPONSE_MS,
  });
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}
