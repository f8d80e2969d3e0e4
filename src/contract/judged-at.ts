let instant: number | null = null;

/** Instant by which the dates of an input are judged, ms since the epoch. */
export const judgedAt = (): number => instant ?? Date.now();

/** Runs `parse`, which must not wait for anything, by another clock than the device's. */
export function judgedAsOf<Result>(now: number, parse: () => Result): Result {
  const before = instant;
  instant = now;
  try {
    return parse();
  } finally {
    instant = before;
  }
}
