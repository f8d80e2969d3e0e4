import { notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import type { CallName } from '#contract/calls.ts';
import { codes } from '#contract/codes.ts';
import { showMessage } from '#ui/messages/messages.ts';
import { Refused } from './refused.ts';

/** Time for which observers share an answer, in ms. */
const FRESH = 10_000;

// By default a page is notified a task later than whoever waits for `invalidate`.
notifyManager.setScheduler(queueMicrotask);

/** Answers to reading calls. The keys are those of `queryOf`; no refetch happens by itself. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, { observers }) => {
      const isShown = observers.some(({ options }) => options.meta?.silent !== true);
      if (isShown && error instanceof Refused && error.code !== codes.signedOut)
        showMessage({ kind: 'error', text: error.message });
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: FRESH,
      // A page that is opened again loads again.
      gcTime: 0,
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      // A call that fails offline shows its error at once.
      networkMode: 'always',
      // Every answer is a new object: the remaining session time, for example, counts from its arrival.
      structuralSharing: false,
    },
  },
});

/**
 * Loads the answers of these calls again where the page shows them. Settles when they are loaded,
 * also if that failed.
 */
export async function invalidate(names: readonly CallName[]): Promise<void> {
  if (names.length === 0) return;
  // Pages that are opened next show the change, too.
  queryClient.removeQueries({ type: 'inactive', predicate: ({ gcTime }) => gcTime <= FRESH });
  await Promise.all(names.map((name) => queryClient.invalidateQueries({ queryKey: [name] })));
}
