import { generateKeyPairSync } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MaskingLevel } from '#contract/data-types.ts';
import type { Store } from '#server/platform/database/database.ts';
import { writeReport } from '#server/reports/generate.ts';
import { metresBetween } from '#server/reports/places.ts';
import { storeSource } from '#server/vehicles/store-source.ts';
import { seriesIn } from '#tests/server/stored.ts';
import type { FreshLocation } from '../fresh-location.ts';
import { freshStore } from '../fresh-store.ts';
import { addSeries, addVehicle, servicesOf } from '../vehicles/fill-store.ts';
import { reportRequest } from './report-request.ts';

// What a requester knows: the period asked for, the first and last instant that the page of the
// request shows, when the report was made, where they live, and that they drive on working days.
const SPEED = 'Vehicle.Speed';
const ODOMETER = 'Vehicle.TraveledDistance';
const LATITUDE = 'Vehicle.CurrentLocation.Latitude';
const LONGITUDE = 'Vehicle.CurrentLocation.Longitude';
const password = 'AAAAA-BBBBB-CCCCC-DDDDD';
const { privateKey: key } = generateKeyPairSync('ed25519');
const DAY = 86_400_000;
const MINUTE = 60_000;
const from = Date.parse('2026-03-02T00:00:00Z');
const to = from + 14 * DAY;
const home = { latitude: 48.8512, longitude: 2.3488 };
const work = { latitude: 48.8512, longitude: 2.5488 };

/** Real instants of the drives, which differ in speed so that the test can tell them. */
const drives = Array.from({ length: 14 }, (_, day) => [
  { start: from + day * DAY + 8 * 60 * MINUTE + day * MINUTE, speed: 30 + day },
  { start: from + day * DAY + 17 * 60 * MINUTE + day * MINUTE, speed: 60 + day },
]).flat();

let store: Store;
let location: FreshLocation;
let last = 0;
beforeAll(async () => {
  ({ store, location } = await freshStore());
  await addVehicle(store, { id: 'v1', vin: 'VF1AAAA', name: 'Twizy' });
  let odometer = 1_000_000;
  await addSeries(
    servicesOf(store, location),
    'v1',
    drives.flatMap(({ start, speed }) =>
      Array.from({ length: 41 }, (_, minute) => {
        const way = (speed < 60 ? minute : 40 - minute) / 40;
        odometer += 365;
        const measured = {
          [SPEED]: minute === 40 ? 0 : speed,
          [ODOMETER]: odometer,
          [LATITUDE]: home.latitude,
          [LONGITUDE]: home.longitude + way * (work.longitude - home.longitude),
        };
        return [start + minute * MINUTE, measured] as const;
      }),
    ),
  );
});
afterAll(async () => {
  await store.close();
  await location.remove();
});

const request = reportRequest({ from, to }, { dataTypes: ['trips', 'location'] });

type Row = Record<string, string | number>;

async function masked(level: MaskingLevel) {
  const name = join(location.dataDir, `undone${++last}`);
  const target = { path: `${name}.xlsx`, packagePath: `${name}.zip`, password, key };
  await writeReport(
    storeSource(store.db, seriesIn(location)),
    { ...request, masking: level },
    target,
  );
  const zip = new ZipReader(new Uint8ArrayReader(await readFile(target.packagePath)), { password });
  const files: Record<string, string> = {};
  for (const entry of await zip.getEntries())
    if (!entry.directory) files[entry.filename] = await entry.getData(new TextWriter());
  const rowsOf = (type: string): Row[] =>
    (files[`data/${type}.jsonl`] ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  return { files, trips: rowsOf('trips'), positions: rowsOf('location') };
}

const at = (row: Row | undefined) => Date.parse(String(row?.time_stamp));

/** The rows of moving whose real instant an attacker's guess gives to the minute. */
function recovered(trips: readonly Row[], guess: (row: Row, index: number) => number): number {
  const real = new Map(drives.map(({ start, speed }) => [speed, start]));
  const moving = trips.filter((row) => Number(row[SPEED]) > 0);
  const right = moving.filter((row, index) => {
    const start = real.get(Number(row[SPEED])) ?? 0;
    const offset = guess(row, index) - start;
    return offset >= 0 && offset < 41 * MINUTE;
  });
  return right.length / moving.length;
}

describe.each<MaskingLevel>(['drives', 'strict'])('at the level %s', (level) => {
  test('no subtraction of what is printed or known gives the dates back', async () => {
    const { files, trips } = await masked(level);
    const manifest = JSON.parse(files['manifest.json'] ?? '');
    const printed = manifest.signals
      .flatMap(({ first, last: end }: { first: string | null; last: string | null }) => [
        first,
        end,
      ])
      .concat(trips[0]?.time_stamp, trips.at(-1)?.time_stamp)
      .filter((text: string | null) => text !== null)
      .map((text: string) => Date.parse(text));
    const [first, end] = [drives[0]?.start ?? 0, (drives.at(-1)?.start ?? 0) + 40 * MINUTE];
    const known = [from, to, first, end, Date.parse(manifest.preparedAt)];
    const shifts = known.flatMap((one) => printed.map((other: number) => one - other));
    // One drive of 28 may fall into its place by chance, and its neighbours of that day with it.
    for (const shift of shifts)
      expect(recovered(trips, (row) => at(row) + shift)).toBeLessThanOrEqual(0.2);
  });

  test('neither the order of rows nor an odometer tells the order of the drives', async () => {
    const orders = new Set<string>();
    for (let turn = 0; turn < 3; turn++) {
      const { trips } = await masked(level);
      const order = [...new Set(trips.map((row) => Number(row[SPEED])).filter((v) => v > 0))];
      expect(order).toHaveLength(drives.length);
      expect(order).not.toEqual(drives.map(({ speed }) => speed));
      orders.add(order.join());
      const readings = trips.map((row) => Number(row[ODOMETER]));
      expect(Math.min(...readings)).toBe(0);
      expect(Math.max(...readings)).toBe(40 * 365);
      // Dealing the rows out to the days in turn, as someone would who drives twice a day.
      expect(
        recovered(trips, (_, index) => drives[Math.floor(index / 40)]?.start ?? 0),
      ).toBeLessThan(0.3);
    }
    expect(orders.size).toBe(3);
  });

  test('each row stands in time order within its drive, with the intervals of the drive', async () => {
    const { trips } = await masked(level);
    const one = trips.filter((row) => row[SPEED] === 33);
    expect(one.map((row) => at(row) - at(one[0]))).toEqual(
      Array.from({ length: 40 }, (_, minute) => minute * MINUTE),
    );
    const instants = trips.map(at);
    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
    const real = drives.find(({ speed }) => speed === 33)?.start ?? 0;
    expect(at(one[0]) % DAY === real % DAY).toBe(level === 'drives');
  });
});

test('at the level strict there are no positions at all, and the manifest says so', async () => {
  const { files, positions } = await masked('strict');
  expect(positions).toEqual([]);
  const { signals } = JSON.parse(files['manifest.json'] ?? '');
  const position = signals.find(({ name }: { name: string }) => name === LATITUDE);
  expect(position).toMatchObject({ delivered: false, reason: 'masked' });
});

describe.each<MaskingLevel>(['drives', 'dated'])('at the level %s', (level) => {
  test('no position is near home or work, not even on the mean of many reports', async () => {
    const { positions } = await masked(level);
    expect(positions.length).toBeGreaterThan(100);
    const shown = positions.map((row) => ({
      latitude: Number(row[LATITUDE]),
      longitude: Number(row[LONGITUDE]),
    }));
    for (const place of shown)
      for (const stop of [home, work]) expect(metresBetween(place, stop)).toBeGreaterThan(1000);
    // The hidden area is the same in each, so asking again tells nothing more.
    const again = (await masked(level)).positions;
    const cells = (rows: readonly Row[]) =>
      [...new Set(rows.map((row) => `${row[LATITUDE]},${row[LONGITUDE]}`))].sort();
    expect(cells(again)).toEqual(cells(positions));
  });
});

test('a place that was passed once is in no masked report', async () => {
  await addVehicle(store, { id: 'v2', vin: 'VF1BBBB', name: 'Zoe' });
  await addSeries(
    servicesOf(store, location),
    'v2',
    Array.from({ length: 41 }, (_, minute) => [
      new Date(from + minute * MINUTE).toISOString(),
      { [SPEED]: 50, [LATITUDE]: 45, [LONGITUDE]: 5 + minute / 100 },
    ]),
  );
  const name = join(location.dataDir, 'rare');
  const target = { path: `${name}.xlsx`, packagePath: `${name}.zip`, password, key };
  const outcome = await writeReport(
    storeSource(store.db, seriesIn(location)),
    { ...request, vehicleId: 'v2', masking: 'drives' },
    target,
  );
  expect(outcome).toMatchObject({ outcome: 'delivered', rows: 41 });
  expect(outcome).toMatchObject({ values: { [LATITUDE]: 0, [LONGITUDE]: 0 } });
});

test('at the level dated the time is the true one, and nothing else tells the vehicle', async () => {
  const { files, trips } = await masked('dated');
  expect(recovered(trips, at)).toBe(1);
  expect(Math.min(...trips.map((row) => Number(row[ODOMETER])))).toBe(0);
  expect(JSON.stringify(files)).not.toContain('VF1AAAA');
});
