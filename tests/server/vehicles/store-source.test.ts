import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '#server/platform/store/database.ts';
import { storeSource } from '#server/vehicles/store-source.ts';
import type { Measurement, VehicleSource } from '#server/vehicles/vehicle-source.ts';
import { signalColumn } from '#server/vehicles/vehicle-tables.ts';
import type { FreshLocation } from '../fresh-location.ts';
import { freshStore } from '../fresh-store.ts';
import { addMeasurements, addVehicle } from './fill-store.ts';

const SPEED = 'Vehicle.Speed';
const LATITUDE = 'Vehicle.CurrentLocation.Latitude';
const BRAKING = 'Vehicle.ADAS.EBA.IsEngaged';
const always = { from: 0, to: 8.64e15 };

let store: Store;
let location: FreshLocation;
let source: VehicleSource;
beforeAll(async () => {
  ({ store, location } = await freshStore());
  source = storeSource(store.db);
  await addVehicle(store, {
    id: 'v1',
    vin: 'VIN1',
    name: 'Zoe',
    emails: ['a@x.eu'],
    attributes: { 'Vehicle.Length': 4087 },
  });
  await addVehicle(store, { id: 'v2', vin: 'VIN2', name: 'Ami', emails: ['a@x.eu', 'b@x.eu'] });
  await addMeasurements(store, 'v1', [
    ['2026-01-01T00:00:01Z', { [SPEED]: 0.1, [BRAKING]: 0 }],
    ['2026-01-01T00:00:00Z', { [SPEED]: 33.3 }],
    ['2026-01-01T00:00:01Z', { [SPEED]: 2, [BRAKING]: 1 }],
    ['2026-01-01T00:00:02Z', { [LATITUDE]: 33.986225 }],
  ]);
});
afterAll(async () => {
  await store.close();
  await location.remove();
});

async function all(signals: string[], range = always, vehicleId = 'v1'): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for await (const batch of source.stream(vehicleId, signals, range)) rows.push(...batch);
  return rows;
}

test('an account sees its linked vehicles and no others', async () => {
  expect((await source.linkedTo('A@x.eu')).map(({ name }) => name)).toEqual(['Ami', 'Zoe']);
  const ever = [{ from: 0, until: null }];
  expect(await source.linkedTo('b@x.eu')).toEqual([
    { vehicleId: 'v2', vin: 'VIN2', name: 'Ami', times: ever },
  ]);
  expect((await source.linkedTo('a@x.eu', 'v1')).map(({ name }) => name)).toEqual(['Zoe']);
  expect(await source.linkedTo('c@x.eu')).toEqual([]);
  expect(await source.find('v3')).toBeNull();
});

test('a link carries its times; those that meet are one, and one that never held is none', async () => {
  await addVehicle(store, {
    id: 'v5',
    vin: 'VIN5',
    links: [
      { email: 'd@x.eu', from: '2026-01-03T00:00:00Z', until: '2026-01-04T00:00:00Z' },
      { email: 'd@x.eu', until: '2026-01-01T00:00:00Z' },
      { email: 'd@x.eu', from: '2026-01-04T00:00:00Z' },
      { email: 'e@x.eu', from: '2026-01-04T00:00:00Z', until: '2026-01-04T00:00:00Z' },
    ],
  });
  const [linked] = await source.linkedTo('d@x.eu');
  expect(linked?.times).toEqual([
    { from: 0, until: Date.parse('2026-01-01T00:00:00Z') },
    { from: Date.parse('2026-01-03T00:00:00Z'), until: null },
  ]);
  expect(await source.linkedTo('e@x.eu')).toEqual([]);
});

test('a third party is linked only while the user it acts for is', async () => {
  await addVehicle(store, {
    id: 'v6',
    vin: 'VIN6',
    links: [
      { email: 'user@x.eu', from: '2026-01-01T00:00:00Z', until: '2026-01-02T00:00:00Z' },
      { email: 'user@x.eu', from: '2026-01-05T00:00:00Z' },
      { email: 'third@x.eu', until: '2026-01-06T00:00:00Z', onBehalfOf: 'user@x.eu' },
      { email: 'fourth@x.eu', onBehalfOf: 'third@x.eu' },
      { email: 'fifth@x.eu', onBehalfOf: 'nobody@x.eu' },
    ],
  });
  const [linked] = await source.linkedTo('third@x.eu');
  expect(linked?.times).toEqual([
    { from: Date.parse('2026-01-01T00:00:00Z'), until: Date.parse('2026-01-02T00:00:00Z') },
    { from: Date.parse('2026-01-05T00:00:00Z'), until: Date.parse('2026-01-06T00:00:00Z') },
  ]);
  expect(await source.linkedTo('fourth@x.eu')).toEqual([]);
  expect(await source.linkedTo('fifth@x.eu')).toEqual([]);
});

test('measurements come oldest first, those of one instant in the order they were stored', async () => {
  expect((await all([SPEED, BRAKING])).map(({ values }) => values)).toEqual([
    [33.3, null],
    [0.1, false],
    [2, true],
  ]);
});

test('rows without any of the signals are left out, and the end of the range is exclusive', async () => {
  expect(await all([LATITUDE])).toEqual([
    { at: Date.parse('2026-01-01T00:00:02Z'), values: [33.986225] },
  ]);
  const range = {
    from: Date.parse('2026-01-01T00:00:01Z'),
    to: Date.parse('2026-01-01T00:00:02Z'),
  };
  expect(await all([SPEED, LATITUDE], range)).toHaveLength(2);
});

test('signals are counted, those without a value left out', async () => {
  const counts = await source.counts('v1', [SPEED, LATITUDE, 'Vehicle.Length'].slice(0, 2), always);
  expect(counts).toEqual(
    new Map([
      [SPEED, 3],
      [LATITUDE, 1],
    ]),
  );
  expect(await source.counts('v2', [SPEED], always)).toEqual(new Map());
});

test('pages of one instant with many rows lose and double nothing', async () => {
  await addVehicle(store, { id: 'v4', vin: 'VIN4' });
  const rows = Array.from({ length: 4500 }, (_, seq) => ({
    vehicle_id: 'v4',
    at: Math.floor(seq / 3000),
    seq,
    [signalColumn(SPEED)]: seq,
  }));
  for (let start = 0; start < rows.length; start += 500) {
    await store.db
      .insertInto('telemetry')
      .values(rows.slice(start, start + 500))
      .execute();
  }
  const read = await all([SPEED], always, 'v4');
  expect(read.map(({ values }) => values[0])).toEqual(rows.map(({ seq }) => seq));
});
