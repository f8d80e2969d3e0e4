import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { asyncBufferFromFile, parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { cleanUpFiles } from '#server/applications/files/clean-up.ts';
import { readConfig } from '#server/platform/config/config.ts';
import type { Store } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/database/services.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { decompressors } from '#server/vehicles/series-format.ts';
import { SeriesWriter } from '#server/vehicles/series-writer.ts';
import { storeSource } from '#server/vehicles/store-source.ts';
import type { FreshLocation } from '#tests/server/fresh-location.ts';
import { freshStore } from '#tests/server/fresh-store.ts';
import { seriesIn } from '#tests/server/stored.ts';
import { addSeries, addVehicle } from '#tests/server/vehicles/fill-store.ts';
import { importDrive } from '#tools/import/import-drive.ts';
import type { ImportVehicle } from '#tools/import/save-vehicle.ts';
import { isoInstants } from '#tools/import/times.ts';
import { undoImport } from '#tools/import/undo-import.ts';

const SPEED = 'Vehicle.Speed';
const vehicle: ImportVehicle = {
  vin: 'VF1ACVYB012345678',
  name: undefined,
  accounts: [],
  link: { from: undefined, until: undefined, onBehalfOf: undefined },
  attributes: {},
};
const meanings = {
  instants: () => isoInstants(['Instant'], { zone: null }),
  signals: {},
  leftOut: [],
};
const WEEKS = 8 * 7 * 24 * 60 * 60 * 1000;

let store: Store;
let location: FreshLocation;
let services: Services;
beforeEach(async () => {
  ({ store, location } = await freshStore());
  const { dataDir: DATA_DIR } = location;
  services = { store, config: readConfig({ DATA_DIR }), now: Date.now };
});
afterEach(async () => {
  await store.close();
  await location.remove();
});

const objects = () => readdir(join(location.dataDir, 'series')).catch(() => []);
const named = async () => {
  const rows = await store.db.selectFrom('series_object').select('id').execute();
  return rows.map(({ id }) => id);
};

/** A file with one row per second. */
async function drive(
  rows: number,
  start = '2026-01-01T00:00:00Z',
  name = 'drive.csv',
): Promise<string> {
  const path = join(location.dataDir, name);
  const lines = Array.from(
    { length: rows },
    (_, index) => `${new Date(Date.parse(start) + index * 1000).toISOString()},${index % 100}`,
  );
  await writeFile(path, `Instant,${SPEED}\n${lines.join('\n')}\n`);
  return path;
}

test('an import opens its transaction only after all of its rows are on disk', async () => {
  let transactions = 0;
  const transact: Store['transact'] = async (work) => {
    expect(await objects()).toHaveLength(1);
    // The second transaction saves the latest values.
    if (transactions++ === 0) expect(await named()).toEqual([]);
    return store.transact(work);
  };
  const path = await drive(20_000);
  await importDrive({ ...services, store: { ...store, transact } }, path, meanings, vehicle);
  expect(transactions).toBe(2);
  expect(await named()).toEqual(await objects());
});

test('an import that cannot be recorded leaves no objects', async () => {
  const transact: Store['transact'] = async () => {
    throw new Error('The disk is full');
  };
  const failing = { ...services, store: { ...store, transact } };
  await expect(importDrive(failing, await drive(10), meanings, vehicle)).rejects.toThrow('full');
  expect(await objects()).toEqual([]);
});

test('objects of a killed import are not served, and are removed weeks later', async () => {
  await addVehicle(store, { id: 'v1', vin: 'VIN1' });
  await addSeries(services, 'v1', [['2026-01-01T00:00:00Z', { [SPEED]: 1 }]]);
  const columns = [{ name: SPEED, value: 'number' }] as const;
  const writer = new SeriesWriter(storageOf(services, 'series'), 'v1', columns);
  await writer.add({ at: Date.parse('2026-01-02T00:00:00Z'), values: [2] });
  await writer.finish();
  expect(await objects()).toHaveLength(2);
  const source = storeSource(store.db, seriesIn(location));
  const counts = await source.counts('v1', [SPEED], { from: 0, to: 8.64e15 });
  expect(counts).toEqual(new Map([[SPEED, 1]]));
  expect(await cleanUpFiles(services)).toBe(0);
  expect(await cleanUpFiles({ ...services, now: () => Date.now() + WEEKS })).toBe(1);
  expect(await objects()).toEqual(await named());
});

test('one of two concurrent imports of the same instants is rejected', async () => {
  await addVehicle(store, { id: 'v1', vin: vehicle.vin });
  const path = await drive(10);
  let isOther = true;
  const transact: Store['transact'] = async (work) => {
    // The other import is recorded at the last moment.
    if (isOther) await addSeries(services, 'v1', [['2026-01-01T00:00:03Z', { [SPEED]: 1 }]]);
    isOther = false;
    return store.transact(work);
  };
  await expect(
    importDrive({ ...services, store: { ...store, transact } }, path, meanings, vehicle),
  ).rejects.toThrow('starting at 2026-01-01T00:00:03.000Z');
  expect(await objects()).toEqual(await named());
});

test('an import stores values again if their stored copies are removed meanwhile', async () => {
  const first = await drive(10);
  const later = await drive(10, '2026-02-01T00:00:00Z', 'later.csv');
  for (const path of [first, later]) await importDrive(services, path, meanings, vehicle);
  let isOther = true;
  const transact: Store['transact'] = async (work) => {
    // The other import is undone at the last moment.
    if (isOther) await undoImport(services, first, vehicle.vin);
    isOther = false;
    return store.transact(work);
  };
  const second = await drive(20, undefined, 'second.csv');
  const delayed = { ...services, store: { ...store, transact } };
  expect(await importDrive(delayed, second, meanings, vehicle)).toMatchObject({ rows: 20 });
  const batches = await store.db.selectFrom('import_batch').select(['source', 'rows']).execute();
  expect(batches.toSorted((a, b) => a.rows - b.rows)).toEqual([
    { source: 'later.csv', rows: 10 },
    { source: 'second.csv', rows: 20 },
  ]);
});

test('an import succeeds though its unused objects cannot be erased', async () => {
  await importDrive(services, await drive(10), meanings, vehicle);
  vi.spyOn(SeriesWriter.prototype, 'discard').mockRejectedValue(new Error('unavailable'));
  onTestFinished(() => void vi.restoreAllMocks());
  const second = await drive(20, undefined, 'second.csv');
  expect(await importDrive(services, second, meanings, vehicle)).toMatchObject({ rows: 10 });
  const latest = await store.db.selectFrom('latest_sample').select('value_json').execute();
  expect(latest).toEqual([{ value_json: '19' }]);
  expect(await cleanUpFiles({ ...services, now: () => Date.now() + WEEKS })).toBe(1);
  expect((await objects()).toSorted()).toEqual((await named()).toSorted());
});

test('a file of more rows than fit into memory at once is stored completely and in order', async () => {
  const rows = 132_000;
  const path = await drive(rows);
  expect(await importDrive(services, path, meanings, vehicle)).toMatchObject({ rows });
  const series = store.db.selectFrom('series_object').select('id').orderBy('number');
  const speeds: unknown[] = [];
  for (const { id } of await series.execute()) {
    const file = await asyncBufferFromFile(join(location.dataDir, 'series', id));
    const read = await parquetReadObjects({ file, compressors: decompressors, columns: [SPEED] });
    for (const row of read) speeds.push(row[SPEED]);
  }
  expect(await named()).toHaveLength(2);
  expect(speeds).toEqual(Array.from({ length: rows }, (_, index) => index % 100));
});

test('source, sampling and arrival are stored, and any Parquet reader reads them', async () => {
  const path = join(location.dataDir, 'late.csv');
  const late = '2026-01-01T00:05:00.250Z';
  await writeFile(
    path,
    `Instant,Received,${SPEED}\n2026-01-01T00:00:00Z,${late},1\n2026-01-01T23:59:59Z,,2\n2026-01-02T00:00:00Z,,3\n`,
  );
  const arrivals = isoInstants(['Received'], { zone: null });
  await importDrive(
    services,
    path,
    {
      ...meanings,
      arrivals,
      origin: { sampling: 1000, timeZone: 'Africa/Casablanca', device: 'Logger 7' },
    },
    vehicle,
  );
  const batch = await store.db.selectFrom('import_batch').selectAll().executeTakeFirst();
  expect(batch).toMatchObject({
    source: 'late.csv',
    sampling_ms: 1000,
    time_zone: 'Africa/Casablanca',
    device: 'Logger 7',
    rows: 3,
  });
  const [id = ''] = await named();
  const file = await asyncBufferFromFile(join(location.dataDir, 'series', id));
  const rows = await parquetReadObjects({ file, compressors: decompressors });
  expect(rows[0]).toEqual({
    at: new Date('2026-01-01T00:00:00Z'),
    arrived: new Date(late),
    [SPEED]: 1,
  });
  // A row group ends with its day.
  const { row_groups } = parquetMetadata(await file.slice(0, file.byteLength));
  expect(row_groups.map(({ num_rows }) => Number(num_rows))).toEqual([2, 1]);
});
