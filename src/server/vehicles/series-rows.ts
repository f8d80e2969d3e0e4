import { setImmediate } from 'node:timers/promises';
import type { FileStorage } from '#server/platform/storage/file-storage.ts';
import type { TimedRows } from './merge-in-time.ts';
import { type CataloguedObject, holdsAny } from './series-catalogue.ts';
import { type RowGroup, SeriesObject } from './series-object.ts';
import type { Measurement, TimeRange, Value } from './vehicle-source.ts';

/** Rows of objects as sources that are opened one after the other. */
export function timedRowsOf(
  storage: FileStorage,
  objects: readonly CataloguedObject[],
  names: readonly string[],
  range: TimeRange,
): TimedRows[] {
  return objects
    .filter((object) => holdsAny(object, names))
    .map((object) => ({
      first: Math.max(object.first, range.from),
      number: object.number,
      open: () => rowsOf(storage, object, names, range),
    }));
}

/**
 * Streams the rows of an object that lie in a range and have any of the values; only the row groups
 * of the range are read, once the whole was found to be as stored.
 */
async function* rowsOf(
  storage: FileStorage,
  { id, size, sha256 }: CataloguedObject,
  names: readonly string[],
  range: TimeRange,
): AsyncGenerator<Measurement[]> {
  const ranges = await storage.openWhole(id, { size, sha256 });
  const object = await SeriesObject.open(ranges, { id, size });
  try {
    for (const group of object.groups.filter((one) => isWithin(one, range) !== 'out')) {
      const { at, columns } = await object.read(group, names);
      const rows: Measurement[] = [];
      for (let row = 0; row < at.length; row++) {
        const instant = at[row] as number;
        if (instant < range.from || instant >= range.to) continue;
        const values = valuesAt(columns, row);
        if (values.some((value) => value !== null)) rows.push({ at: instant, values });
      }
      if (rows.length > 0) yield rows;
    }
  } finally {
    await object.close();
  }
}

const valuesAt = (columns: readonly (readonly Value[] | null)[], row: number) =>
  columns.map((column) => column?.[row] ?? null);

/** A row group of an object with the object it is read from. */
export interface FoundGroup {
  object: SeriesObject;
  group: RowGroup;
  /** All of its rows are in the range, or some may be. */
  within: 'all' | 'part';
}

/** The row groups of a range, object by object; the process hears others in between. */
export async function* groupsIn(
  storage: FileStorage,
  objects: readonly CataloguedObject[],
  range: TimeRange,
): AsyncGenerator<FoundGroup> {
  for (const { id, size } of objects) {
    const object = await SeriesObject.open(await storage.open(id, { size }), { id, size });
    try {
      for (const group of object.groups) {
        const within = isWithin(group, range);
        if (within !== 'out') yield { object, group, within };
      }
    } finally {
      await object.close();
    }
    await setImmediate();
  }
}

function isWithin({ first, last }: RowGroup, { from, to }: TimeRange): 'all' | 'part' | 'out' {
  if (last < from || first >= to) return 'out';
  return first >= from && last < to ? 'all' : 'part';
}
