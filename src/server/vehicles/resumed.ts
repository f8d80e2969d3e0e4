import { isDeepStrictEqual } from 'node:util';
import { BackendError } from './backend-error.ts';
import type { Measurement, TimeRange } from './vehicle-source.ts';

type Batches = AsyncIterable<readonly Measurement[]>;

/** Most cuts of one stream that are got over. */
const MOST_CUTS = 10;

/** Tests that an answer broke off; whatever else is wrong with one is no cut. */
export const isCut = (error: unknown) => error instanceof BackendError && error.breach === 'cutOff';

/**
 * The rows of a range, each once, however often the stream is cut off: it goes on from the last
 * instant that came, whose rows are compared with those that were there already.
 * @param ask asks for the rows of a range that has the end of this one
 * @throws {BackendError} `cutOff` when nothing more comes after a cut, or it was cut too often
 */
export async function* resumed(
  range: TimeRange,
  ask: (rest: TimeRange) => Batches,
): AsyncGenerator<readonly Measurement[]> {
  // The rows of the last instant that came.
  let latest: Measurement[] = [];
  let cut: unknown = null;
  for (let cuts = 0; ; cuts++) {
    let isFurther = cut === null;
    try {
      const from = latest[0]?.at ?? range.from;
      for await (const batch of without(latest, ask({ from, to: range.to }))) {
        isFurther = true;
        latest = latestOf(latest, batch);
        yield batch;
      }
      return;
    } catch (error) {
      if (!isFurther) throw cut;
      if (!isCut(error) || latest.length === 0 || cuts === MOST_CUTS) throw error;
      cut = error;
    }
  }
}

function latestOf(before: readonly Measurement[], batch: readonly Measurement[]): Measurement[] {
  const at = batch.at(-1)?.at;
  const own = batch.filter((row) => row.at === at);
  return before[0]?.at === at ? [...before, ...own] : own;
}

/** Batches but for the rows they begin with, which have to be these. */
async function* without(
  rows: readonly Measurement[],
  batches: Batches,
): AsyncGenerator<readonly Measurement[]> {
  let left = [...rows];
  for await (const batch of batches) {
    const repeated = batch.slice(0, left.length);
    if (!isDeepStrictEqual(repeated, left.slice(0, repeated.length)))
      throw new BackendError('outOfOrder', 'After a cut, other rows of the last instant came');
    left = left.slice(repeated.length);
    const fresh = batch.slice(repeated.length);
    if (fresh.length > 0) yield fresh;
  }
  if (left.length > 0)
    throw new BackendError('wrongCount', 'After a cut, fewer rows of the last instant came');
}
