import { useMemo } from 'react';
import { useStaff } from '../staff-context.ts';

/** Where somebody was in the queue when they opened a case from it. */
export interface QueuePlace {
  /** Query of the queue's address. */
  search: string;
  /** Numbers of the rows that were shown, in their order. */
  numbers: readonly string[];
  /** Of the first row among all, from 0 on. */
  first: number;
  total: number;
  /** The case that was opened from there; null once the queue has been shown again. */
  opened: string | null;
}

/** The place in the queue that this tab has of whoever is signed in; nobody else's. */
export function useQueuePlace() {
  const { user } = useStaff();
  return useMemo(() => queuePlaceOf(user.id), [user.id]);
}

function queuePlaceOf(account: string) {
  const key = `desk:place:${account}`;

  /** Null before the first. */
  function keptPlace(): QueuePlace | null {
    try {
      return JSON.parse(sessionStorage.getItem(key) ?? 'null') as QueuePlace | null;
    } catch {
      return null;
    }
  }

  return {
    keptPlace,
    keepPlace(place: QueuePlace): void {
      try {
        sessionStorage.setItem(key, JSON.stringify(place));
      } catch {
        // Where nothing is stored, a case leads back to the queue as it opens.
      }
    },
    /** Address of the queue with the filter, order and page that a case was opened from. */
    queueAddress: () => `/desk${keptPlace()?.search ?? ''}`,
  };
}
