import { isDeepStrictEqual } from 'node:util';
import { BackendError } from '#server/vehicles/backend-error.ts';
import type { Measurement, TimeRange } from './vehicle-source.ts';

type Batches = AsyncIterable<readonly Measurement[]>;

const MAX_CUTS = 10;

export const isCut = (error: unknown) => error instanceof BackendError && error.breach === 'cutOff';

/**
 * Streams each row of a range once. If the connection breaks, resumes at the last received time;
 * rows of that time are compared with those received before.
 * @param ask requests the rest of the range
 * @throws {BackendError} `cutOff` after too many breaks, or if no row follows a break
 */
export async function* resumed(
  range: TimeRange,
  ask: (rest: TimeRange) => Batches,
): AsyncGenerator<readonly Measurement[]> {
  let latest: Measurement[] = [];
  let cut: unknown = null;
  for (let cuts = 0; ; cuts++) {
    let hasProgress = cut === null;
    try {
      const from = latest[0]?.at ?? range.from;
      for await (const batch of skippingRows(latest, ask({ from, to: range.to }))) {
        hasProgress = true;
        latest = latestOf(latest, batch);
        yield batch;
      }
      return;
    } catch (error) {
      // Throws an error with `retryAfter` unchanged, because the caller retries after that pause.
      const hasToWait = error instanceof BackendError && error.retryAfter > 0;
      if (!hasProgress) throw hasToWait ? error : cut;
      if (!isCut(error) || latest.length === 0 || cuts === MAX_CUTS) throw error;
      cut = error;
    }
  }
}

function latestOf(before: readonly Measurement[], batch: readonly Measurement[]): Measurement[] {
  const at = batch.at(-1)?.at;
  const own = batch.filter((row) => row.at === at);
  return before[0]?.at === at ? [...before, ...own] : own;
}

async function* skippingRows(
  rows: readonly Measurement[],
  batches: Batches,
): AsyncGenerator<readonly Measurement[]> {
  let left = [...rows];
  for await (const batch of batches) {
    const repeated = batch.slice(0, left.length);
    if (!isDeepStrictEqual(repeated, left.slice(0, repeated.length)))
      throw new BackendError(
        'outOfOrder',
        'After a reconnect, the rows of the last instant differ',
      );
    left = left.slice(repeated.length);
    const fresh = batch.slice(repeated.length);
    if (fresh.length > 0) yield fresh;
  }
  if (left.length > 0)
    throw new BackendError('wrongCount', 'After a reconnect, rows of the last instant are missing');
}
