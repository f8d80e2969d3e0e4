import type { FileStorage } from '#server/platform/storage/file-storage.ts';
import { mergeInTime } from '#server/vehicles/merge-in-time.ts';
import { dayOf } from '#server/vehicles/series-format.ts';
import { timedRowsOf } from '#server/vehicles/series-object.ts';
import type { SeriesRow, WrittenObject } from '#server/vehicles/series-writer.ts';
import { ARRIVAL, type Measurement, type TimeRange } from '#server/vehicles/vehicle-source.ts';

type Batches = AsyncIterable<readonly Measurement[]>;

/** Compares values of a file with stored values of the same signals at the same instants. */
export class Overlap {
  same = 0;
  different = 0;
  firstDifferent: number | null = null;
  readonly sameDays = new Set<number>();
  /** True if all stored values are earlier than the last instant read from the file. */
  isOver = false;

  /**
   * Yields the rows of `own` without the values that are also in `stored`. Both series must be
   * chronological and have the same order of signals. Several values of a signal at one instant
   * are compared as a list: all must be equal, in the same order.
   */
  async *remove(stored: Batches, own: Batches, signals: number): AsyncGenerator<Measurement> {
    const others = instantsOf(stored);
    try {
      let other = await others.next();
      for await (const { at, rows } of instantsOf(own)) {
        while (!other.done && other.value.at < at) other = await others.next();
        this.isOver = other.done === true;
        if (!other.done && other.value.at === at)
          for (let index = 0; index < signals; index++)
            this.#compare(other.value.rows, rows, index);
        for (const row of rows)
          if (row.values.some((value, index) => value !== null && index < signals)) yield row;
      }
    } finally {
      await others.return(undefined);
    }
  }

  #compare(stored: readonly Measurement[], own: Measurement[], signal: number): void {
    const [before, now] = [valuesOf(stored, signal), valuesOf(own, signal)];
    if (before.length === 0 || now.length === 0) return;
    if (before.length !== now.length || !now.every((value, index) => value === before[index])) {
      this.different += now.length;
      this.firstDifferent ??= own[0]?.at ?? null;
      return;
    }
    this.same += now.length;
    if (own[0]) this.sameDays.add(dayOf(own[0].at));
    for (const row of own) row.values = row.values.with(signal, null);
  }
}

const valuesOf = (rows: readonly Measurement[], signal: number) =>
  rows.map(({ values }) => values[signal] ?? null).filter((value) => value !== null);

async function* instantsOf(batches: Batches) {
  let last: { at: number; rows: Measurement[] } | undefined;
  for await (const batch of batches)
    for (const row of batch) {
      if (last?.at === row.at) last.rows.push({ ...row });
      else {
        if (last) yield last;
        last = { at: row.at, rows: [{ ...row }] };
      }
    }
  if (last) yield last;
}

export const rangeOf = (objects: readonly WrittenObject[]): TimeRange => ({
  from: Math.min(...objects.map(({ first }) => first)),
  to: Math.max(...objects.map(({ last }) => last)) + 1,
});

/** Reads written objects. The last value of a row is the time of its arrival. */
export function rowsOf(
  storage: FileStorage,
  objects: readonly WrittenObject[],
  signals: readonly string[],
): Batches {
  const numbered = objects.map((object, number) => ({ ...object, number }));
  return mergeInTime(timedRowsOf(storage, numbered, [...signals, ARRIVAL], rangeOf(objects)));
}

export const seriesRow = ({ at, values }: Measurement): SeriesRow => ({
  at,
  arrived: values.at(-1) as number | null,
  values: values.slice(0, -1),
});
