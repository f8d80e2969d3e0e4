import type { Kysely, Transaction } from 'kysely';
import { insertRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { WrittenObject } from './series-writer.ts';
import type { TimeRange } from './vehicle-source.ts';

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
