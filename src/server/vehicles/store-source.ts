import type { Kysely } from 'kysely';
import { findRow } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { FileStorage } from '#server/platform/storage/file-storage.ts';
import { linkedVehiclesOf } from './link-times.ts';
import { mergeInTime } from './merge-in-time.ts';
import { snapshotOf } from './recent-samples.ts';
import { SANDBOX_ID, sandboxIntervals } from './sandbox-car.ts';
import { Coverages, countSeries, coverSeries, spanOfSeries } from './series-counts.ts';
import { groupsIn, LIVE_IMPORT, timedRowsOf } from './series-object.ts';
import { notesIn } from './signal-notes.ts';
import {
  ARRIVAL,
  byName,
  type DataOrigin,
  type LinkedVehicle,
  type TimeRange,
  unknownOrigin,
  type Vehicle,
  type VehicleSource,
} from './vehicle-source.ts';

const PAGE = 2000;

/**
 * Reads imported files and live samples of stored vehicles.
 * @param except SHA-256 of an imported file to leave out
 */
export function storeSource(
  db: Kysely<Schema>,
  storage: FileStorage,
  except?: string,
): VehicleSource {
  const dataOf = (vehicleId: string, range: TimeRange) => snapshotOf(db, vehicleId, range, except);
  return {
    linkedTo: (email, vehicleId) => selectLinked(db, email, vehicleId),
    async find(vehicleId) {
      const row = await findRow(db, 'vehicle', { id: vehicleId });
      return row ? vehicleOf(row) : null;
    },
    async *all() {
      for (let last = ''; ; ) {
        const rows = await db
          .selectFrom('vehicle')
          .select(['id', 'vin', 'name'])
          .where('id', '>', last)
          .where('id', '!=', SANDBOX_ID)
          .orderBy('id')
          .limit(PAGE)
          .execute();
        yield* rows.map(vehicleOf);
        if (rows.length < PAGE) return;
        last = rows.at(-1)?.id ?? '';
      }
    },
    async models() {
      const models = await db
        .selectFrom('vehicle')
        .select(({ fn }) => ['name as model', fn.countAll<number>().as('vehicles')])
        .where('id', '!=', SANDBOX_ID)
        .groupBy('name')
        .execute();
      return byName(models);
    },
    async attributes(vehicleId) {
      const row = await findRow(db, 'vehicle', { id: vehicleId });
      return row ? JSON.parse(row.attributes_json) : {};
    },
    async counts(vehicleId, signals, range) {
      const { objects, recent } = await dataOf(vehicleId, range);
      const counts = await countSeries(storage, objects, signals, range);
      for (const [name, count] of await recent.counts(signals))
        counts.set(name, (counts.get(name) ?? 0) + count);
      return counts;
    },
    async coverage(vehicleId, groups, range) {
      const coverages = new Coverages(groups.length);
      const { objects, recent } = await dataOf(vehicleId, range);
      await coverSeries(coverages, storage, objects, groups, range);
      await recent.cover(coverages, groups);
      return coverages.all(range);
    },
    async span(vehicleId, range) {
      const { objects, recent } = await dataOf(vehicleId, range);
      const spans = [await spanOfSeries(storage, objects, range), await recent.span()];
      const ends = spans.flatMap(({ first, last }) => [first, last]).filter((at) => at !== null);
      if (ends.length === 0) return { first: null, last: null };
      return { first: Math.min(...ends), last: Math.max(...ends) };
    },
    notes: (vehicleId, range) => notesIn(db, vehicleId, range),
    async imports(vehicleId, range) {
      const files = await importsIn(db, vehicleId, range);
      const isLive = await hasLiveData(db, vehicleId, range);
      return isLive ? [...files, { kind: 'live', ...unknownOrigin }] : files;
    },
    intervals: (vehicleId) => intervalsOf(db, vehicleId),
    async hasArrivals(vehicleId, range) {
      const { objects, recent } = await dataOf(vehicleId, range);
      if (await recent.hasAny()) return true;
      for await (const { group } of groupsIn(storage, objects, range))
        if (group.counts.get(ARRIVAL)) return true;
      return false;
    },
    async *stream(vehicleId, signals, range) {
      const { objects, recent } = await dataOf(vehicleId, range);
      yield* mergeInTime([
        ...timedRowsOf(storage, objects, signals, range),
        ...(await recent.timedRows(signals)),
      ]);
    },
  };
}

const vehicleOf = ({ id, vin, name }: { id: string; vin: string; name: string }): Vehicle => ({
  vehicleId: id,
  vin,
  name,
});

async function importsIn(
  db: Kysely<Schema>,
  vehicleId: string,
  { from, to }: TimeRange,
): Promise<DataOrigin[]> {
  const rows = await db
    .selectFrom('import_batch')
    .select(['source as name', 'imported_at as importedAt', 'sampling_ms as sampling', 'device'])
    .select('time_zone as timeZone')
    .where('vehicle_id', '=', vehicleId)
    .where('sha256', 'in', (select) =>
      select
        .selectFrom('series_object')
        .select('import_sha256')
        .where('vehicle_id', '=', vehicleId)
        .where('last_at', '>=', from)
        .where('first_at', '<', to),
    )
    .orderBy('imported_at')
    .execute();
  return rows.map(({ importedAt, sampling, ...row }) => ({
    ...row,
    kind: 'file',
    importedAt: Number(importedAt),
    sampling: sampling === null ? null : Number(sampling),
  }));
}

async function hasLiveData(
  db: Kysely<Schema>,
  vehicleId: string,
  range: TimeRange,
): Promise<boolean> {
  const { objects, recent } = await snapshotOf(db, vehicleId, range);
  if (await recent.hasAny()) return true;
  const ids = objects.map(({ id }) => id);
  const compacted = await db
    .selectFrom('series_object')
    .select('id')
    .where('vehicle_id', '=', vehicleId)
    .where('import_sha256', '=', LIVE_IMPORT)
    .execute();
  return compacted.some(({ id }) => ids.includes(id));
}

/** Returns the intervals stated at the import; those of later imports take precedence. */
async function intervalsOf(
  db: Kysely<Schema>,
  vehicleId: string,
): Promise<ReadonlyMap<string, number>> {
  if (vehicleId === SANDBOX_ID) return sandboxIntervals;
  const rows = await db
    .selectFrom('series_object')
    .innerJoin('import_batch', (join) =>
      join
        .onRef('import_batch.vehicle_id', '=', 'series_object.vehicle_id')
        .onRef('import_batch.sha256', '=', 'series_object.import_sha256'),
    )
    .select(['counts_json', 'sampling_ms'])
    .where('series_object.vehicle_id', '=', vehicleId)
    .where('sampling_ms', 'is not', null)
    .orderBy('imported_at')
    .execute();
  return new Map(
    rows.flatMap(({ counts_json, sampling_ms }) =>
      Object.keys(JSON.parse(counts_json)).map((name): [string, number] => [
        name,
        Number(sampling_ms),
      ]),
    ),
  );
}

async function selectLinked(
  db: Kysely<Schema>,
  email: string,
  vehicleId: string | undefined,
): Promise<LinkedVehicle[]> {
  const rows = await db
    .selectFrom('vehicle_link as link')
    .innerJoin('vehicle', 'vehicle.id', 'link.vehicle_id')
    .leftJoin('vehicle_link as users', (join) =>
      join
        .onRef('users.email', '=', 'link.on_behalf_of')
        .onRef('users.vehicle_id', '=', 'link.vehicle_id')
        .on('users.on_behalf_of', 'is', null),
    )
    .select(['vehicle.id', 'vehicle.vin', 'vehicle.name', 'link.on_behalf_of'])
    .select(['link.linked_from as from', 'link.linked_until as until'])
    .select(['users.linked_from as users_from', 'users.linked_until as users_until'])
    .where('link.email', '=', email.toLowerCase())
    .$if(vehicleId !== undefined, (query) => query.where('link.vehicle_id', '=', vehicleId ?? ''))
    .execute();
  return linkedVehiclesOf(
    rows.map(({ from, until, users_from, users_until, on_behalf_of, ...row }) => ({
      vehicle: vehicleOf(row),
      time: { from, until },
      user:
        on_behalf_of === null
          ? null
          : { email: on_behalf_of, times: timesOf(users_from, users_until) },
    })),
  );
}

const timesOf = (from: number | null, until: number | null) =>
  from === null ? [] : [{ from, until }];
