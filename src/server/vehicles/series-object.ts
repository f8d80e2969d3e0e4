import { setImmediate } from 'node:timers/promises';
import { type FileMetaData, parquetMetadataAsync, parquetRead } from 'hyparquet';
import type { Kysely, Transaction } from 'kysely';
import { insertRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { DamagedFile, StoreUnavailable } from '#server/platform/database/store-error.ts';
import type { FileStorage } from '#server/platform/storage/file-storage.ts';
import type { TimedRows } from './merge-in-time.ts';
import { decompressors, INSTANT } from './series-format.ts';
import type { WrittenObject } from './series-writer.ts';
import type { Measurement, TimeRange, Value } from './vehicle-source.ts';

/** Replaces the hash of the imported file in objects that contain live samples. */
export const LIVE_IMPORT = 'live';

export interface CataloguedObject extends WrittenObject {
  number: number;
}

/** Objects with rows in a range, oldest first, without those of the file with hash `except`. */
export async function objectsIn(
  db: Kysely<Schema>,
  vehicleId: string,
  { from, to }: TimeRange,
  except = '',
): Promise<CataloguedObject[]> {
  const rows = await db
    .selectFrom('series_object')
    .select(['id', 'number', 'first_at', 'last_at', 'rows', 'counts_json', 'size', 'sha256'])
    .where('vehicle_id', '=', vehicleId)
    .where('last_at', '>=', from)
    .where('first_at', '<', to)
    .where('import_sha256', '!=', except)
    .orderBy('first_at')
    .orderBy('number')
    .execute();
  return rows.map(({ first_at, last_at, counts_json, ...row }) => ({
    ...row,
    first: first_at,
    last: last_at,
    counts: JSON.parse(counts_json),
  }));
}

export const holdsAny = ({ counts }: CataloguedObject, names: readonly string[]) =>
  names.some((name) => Object.hasOwn(counts, name));

/** Returns a version that changes when objects of the vehicle are published or removed. */
export async function seriesVersion(db: Kysely<Schema>, vehicleId: string): Promise<string> {
  const rows = await db
    .selectFrom('series_object')
    .select('id')
    .where('vehicle_id', '=', vehicleId)
    .orderBy('number')
    .execute();
  return rows.map(({ id }) => id).join();
}

async function lastNumber(db: Kysely<Schema>, vehicleId: string): Promise<number> {
  const { last } = await db
    .selectFrom('series_object')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('vehicle_id', '=', vehicleId)
    .executeTakeFirstOrThrow();
  return last === null ? -1 : Number(last);
}

export async function publishObjects(
  trx: Transaction<Schema>,
  { vehicleId, importSha256 }: { vehicleId: string; importSha256: string },
  objects: readonly WrittenObject[],
): Promise<void> {
  const next = (await lastNumber(trx, vehicleId)) + 1;
  const values = objects.map(({ id, first, last, rows, counts, size, sha256 }, index) => ({
    id,
    vehicle_id: vehicleId,
    number: next + index,
    first_at: first,
    last_at: last,
    rows,
    counts_json: JSON.stringify(counts),
    size,
    sha256,
    import_sha256: importSha256,
  }));
  await insertRows(trx, 'series_object', values);
}

interface RowGroup {
  start: number;
  rows: number;
  first: number;
  last: number;
  counts: ReadonlyMap<string, number>;
}

const parsers = {
  timestampFromMilliseconds: (milliseconds: bigint) => Number(milliseconds),
};

/** Opens an object; with `sha256`, its content is verified. The caller must close it. */
export async function openSeries(
  storage: FileStorage,
  { id, ...stored }: { id: string; size: number; sha256?: string },
) {
  const { size } = stored;
  const ranges = await storage.open(id, stored);
  const file = { byteLength: size, slice: (start: number, end = size) => ranges.slice(start, end) };
  const metadata = await parquetMetadataAsync(file).catch(async (cause) => {
    await ranges.close();
    if (cause instanceof StoreUnavailable) throw cause;
    throw new DamagedFile(`The series ${id} does not match its stored hash`, { cause });
  });
  return {
    groups: groupsOf(metadata),
    close: () => ranges.close(),
    async read({ start, rows, counts }: RowGroup, names: readonly string[]) {
      const wanted = new Set([INSTANT, ...names.filter((name) => counts.get(name))]);
      const read = new Map<string, unknown[]>();
      await parquetRead({
        file,
        metadata,
        columns: [...wanted],
        rowStart: start,
        rowEnd: start + rows,
        compressors: decompressors,
        parsers,
        onChunk: ({ columnName, columnData, rowStart }) => {
          const column = read.get(columnName) ?? new Array(rows).fill(null);
          read.set(columnName, column);
          for (let index = 0; index < columnData.length; index++)
            column[rowStart - start + index] = columnData[index] ?? null;
        },
      });
      return {
        at: read.get(INSTANT) as readonly number[],
        columns: names.map((name) => (read.get(name) as readonly Value[] | undefined) ?? null),
      };
    },
  };
}

function groupsOf(metadata: FileMetaData): RowGroup[] {
  let start = 0;
  return metadata.row_groups.map(({ num_rows, columns }) => {
    const rows = Number(num_rows);
    const group = { start, rows, first: 0, last: 0, counts: new Map<string, number>() };
    start += rows;
    for (const { meta_data } of columns) {
      const name = meta_data?.path_in_schema[0] ?? '';
      const { min_value, max_value, null_count = 0 } = meta_data?.statistics ?? {};
      if (name === INSTANT) {
        group.first = Number(min_value);
        group.last = Number(max_value);
      } else group.counts.set(name, rows - Number(null_count));
    }
    return group;
  });
}

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

async function* rowsOf(
  storage: FileStorage,
  { id, size, sha256 }: CataloguedObject,
  names: readonly string[],
  range: TimeRange,
): AsyncGenerator<Measurement[]> {
  const object = await openSeries(storage, { id, size, sha256 });
  try {
    for (const group of object.groups.filter((one) => isWithin(one, range) !== 'out')) {
      const { at, columns } = await object.read(group, names);
      const rows: Measurement[] = [];
      for (let row = 0; row < at.length; row++) {
        const instant = at[row] as number;
        if (instant < range.from || instant >= range.to) continue;
        const values = columns.map((column) => column?.[row] ?? null);
        if (values.some((value) => value !== null)) rows.push({ at: instant, values });
      }
      if (rows.length > 0) yield rows;
    }
  } finally {
    await object.close();
  }
}

export interface FoundGroup {
  object: Awaited<ReturnType<typeof openSeries>>;
  group: RowGroup;
  within: 'all' | 'part';
}

/** Iterates over the row groups in a range. Yields to the event loop between objects. */
export async function* groupsIn(
  storage: FileStorage,
  objects: readonly CataloguedObject[],
  range: TimeRange,
): AsyncGenerator<FoundGroup> {
  for (const { id, size } of objects) {
    const object = await openSeries(storage, { id, size });
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
