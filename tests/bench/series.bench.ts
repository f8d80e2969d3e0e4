import { copyFile, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase, openStore } from '#server/platform/database/open-database.ts';
import type { Services } from '#server/platform/database/services.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { objectPrefix, type SeriesColumn } from '#server/vehicles/series-format.ts';
import { objectsIn, publishObjects } from '#server/vehicles/series-object.ts';
import { SeriesWriter, type WrittenObject } from '#server/vehicles/series-writer.ts';
import { storeSource } from '#server/vehicles/store-source.ts';
import { parsedOrExit, printHelpIfAsked } from '#tools/usage.ts';
import { measuredApart } from './measure.ts';

/*
 * The series store with very many rows: seconds to the first row of 30 days of one car, to all of them,
 * and the peak memory of the reading process. Each of the `--rounds` runs in its own process.
 *   npm run bench -- series --rows 1000000000
 *   node tests/bench/series.bench.ts --rows 1000000000 [--folder /keeps/it]
 */

const DAY = 24 * 60 * 60 * 1000;
const START = Date.UTC(2025, 0, 1);
const STEP = 1000;
/** Rows of a car: one per second for about 116 days. */
const ROWS_OF_CAR = 10_000_000;
/** Number of cars actually written; the others are copies. */
const WRITTEN_CARS = 4;
const FROM_DAY = 40;
const DAYS = 30;
const ROUNDS = 3;
/** Goals, independent of the number of rows. */
const MAX_SECONDS = 2;
const MAX_MEGABYTES = 512;

const columns: readonly SeriesColumn[] = [
  { name: 'Vehicle.Speed', value: 'number' },
  { name: 'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed', value: 'number' },
  { name: 'Vehicle.CurrentLocation.Latitude', value: 'number' },
  { name: 'Vehicle.CurrentLocation.Longitude', value: 'number' },
];

interface Figures {
  rows: number;
  first: number;
  all: number;
  megabytes: number;
}

const carOf = (number: number) => `car-${number}`;

/**
 * Fills the store; rows of an earlier run are reused. Cars after the first few are copies of their
 * objects under other names, which are as expensive to read.
 */
async function fill(services: Services, rows: number): Promise<void> {
  const { store } = services;
  for (let car = 0; car * ROWS_OF_CAR < rows; car++) {
    const known = store.db.selectFrom('vehicle').select('id').where('id', '=', carOf(car));
    if (await known.executeTakeFirst()) continue;
    const own = Math.min(ROWS_OF_CAR, rows - car * ROWS_OF_CAR);
    const model = car % WRITTEN_CARS;
    const objects =
      model === car || own < ROWS_OF_CAR
        ? await write(services, car, own)
        : await copy(services, model, car);
    await store.transact(async (trx) => {
      const vehicle = { id: carOf(car), vin: `VIN${car}`, name: 'Car', attributes_json: '{}' };
      await trx.insertInto('vehicle').values(vehicle).execute();
      await publishObjects(trx, { vehicleId: vehicle.id, importSha256: 'bench' }, objects);
    });
    process.stderr.write(`\r${(car * ROWS_OF_CAR + own).toLocaleString('en')} rows`);
  }
  process.stderr.write('\n');
}

async function write(services: Services, car: number, rows: number): Promise<WrittenObject[]> {
  const writer = new SeriesWriter(storageOf(services, 'series'), carOf(car), columns);
  for (let index = 0; index < rows; index++) await writer.add(rowOf(car, index));
  return writer.finish();
}

async function copy(services: Services, model: number, car: number): Promise<WrittenObject[]> {
  const range = { from: 0, to: Number.MAX_SAFE_INTEGER };
  const { placeOf } = storageOf(services, 'series');
  const objects = await objectsIn(services.store.db, carOf(model), range);
  const copies = objects.map((object, index) => ({
    ...object,
    id: `${objectPrefix(carOf(car))}${index}`,
  }));
  for (const [index, { id }] of copies.entries())
    await copyFile(placeOf(objects[index]?.id ?? ''), placeOf(id));
  return copies;
}

/** A drive with noise in the digits of the sensors. */
function rowOf(car: number, index: number) {
  const noise = Math.imul(index + car * 7919, 2_654_435_761) >>> 16;
  const values = [
    (4500 + Math.round(4000 * Math.sin(index / 97)) + (noise % 100)) / 100,
    (8754 - (Math.floor(index / 60) % 7000)) / 100,
    (33_986_225 + (index % 500_000) + (noise % 40)) / 1e6,
    (-6_725_523 - (index % 500_000) - (noise % 30)) / 1e6,
  ];
  return { at: START + index * STEP, values };
}

/** Reads 30 days of one car as a report does. */
async function read(dataDir: string, car: number): Promise<Figures> {
  const start = performance.now();
  const store = openStore({ dataDir });
  const source = storeSource(store.db, storageOf({ config: { DATA_DIR: dataDir } }, 'series'));
  const from = START + FROM_DAY * DAY;
  const range = { from, to: from + DAYS * DAY };
  const figures: Figures = { rows: 0, first: 0, all: 0, megabytes: 0 };
  const names = columns.map(({ name }) => name);
  for await (const batch of source.stream(carOf(car), names, range)) {
    figures.first ||= (performance.now() - start) / 1000;
    figures.rows += batch.length;
  }
  figures.all = (performance.now() - start) / 1000;
  figures.megabytes = process.resourceUsage().maxRSS / 1024;
  await store.close();
  return figures;
}

const readApart = (folder: string, car: number) =>
  measuredApart<Figures>([], [import.meta.filename, '--read', folder, String(car)]);

async function compare(rows: number, keptFolder: string | undefined): Promise<void> {
  const folder = keptFolder ?? (await mkdtemp(join(tmpdir(), 'bench-')));
  const config = readConfig({ DATA_DIR: folder, MODE: 'test' });
  const store = await openDatabase(config);
  const began = performance.now();
  await fill({ store, config, now: Date.now }, rows);
  await store.close();
  const filled = (performance.now() - began) / 1000;
  const names = await readdir(join(folder, 'series'));
  let bytes = 0;
  for (const name of names) bytes += (await stat(join(folder, 'series', name))).size;
  console.log(
    `Series: ${rows.toLocaleString('en')} rows of ${columns.length} in ${names.length} objects, ${(bytes / 1e6).toFixed(0)} MB, written in ${filled.toFixed(0)} s`,
  );
  const cars = Math.ceil(rows / ROWS_OF_CAR);
  for (let round = 0; round < ROUNDS; round++) {
    const figures = readApart(folder, Math.floor((round * (cars - 1)) / (ROUNDS - 1)));
    const isOver = figures.first > MAX_SECONDS || figures.megabytes > MAX_MEGABYTES;
    if (isOver) process.exitCode = 1;
    console.log(
      `30 days of one car: first row ${figures.first.toFixed(2)} s, ${figures.rows.toLocaleString('en')} rows ${figures.all.toFixed(2)} s, ${figures.megabytes.toFixed(0)} MB peak${isOver ? `  over the goal of ${MAX_SECONDS} s or ${MAX_MEGABYTES} MB` : ''}`,
    );
  }
  if (keptFolder === undefined) await rm(folder, { recursive: true });
}

printHelpIfAsked('Run it with: npm run bench -- series [--rows N]\n');
const { values, positionals } = parsedOrExit({
  options: { rows: { type: 'string' }, folder: { type: 'string' }, read: { type: 'boolean' } },
  allowPositionals: true,
});
const [folder = '', car] = positionals;
if (values.read) console.log(JSON.stringify(await read(folder, Number(car))));
else await compare(Number(values.rows ?? ROWS_OF_CAR), values.folder);
