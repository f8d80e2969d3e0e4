/** Period of a link in ms since the epoch; `until` is exclusive, null while the link exists. */
export interface LinkTime {
  from: number;
  until: number | null;
}

export function isLinkedAt(times: readonly LinkTime[], at: number): boolean {
  return times.some(({ from, until }) => from <= at && (until === null || at < until));
}
