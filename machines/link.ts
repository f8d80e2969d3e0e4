/**
 * A time for which a vehicle is linked to a requester, ms since the epoch: from `from` up to and
 * without `until`, which is null while it lasts.
 */
export interface LinkTime {
  from: number;
  until: number | null;
}

/** Tests that one of the times covers an instant. */
export function isLinkedAt(times: readonly LinkTime[], at: number): boolean {
  return times.some(({ from, until }) => from <= at && (until === null || at < until));
}
