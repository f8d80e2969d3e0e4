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

const KEY = 'desk:place';

/** Keeps the place for this tab. */
export function keepPlace(place: QueuePlace): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(place));
  } catch {
    // Where nothing is stored, a case leads back to the queue as it opens.
  }
}

/** The place that this tab has; null before the first. */
export function keptPlace(): QueuePlace | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as QueuePlace | null;
  } catch {
    return null;
  }
}

/** Address of the queue with the filter, order and page that a case was opened from. */
export function queueAddress(): string {
  return `/desk${keptPlace()?.search ?? ''}`;
}
