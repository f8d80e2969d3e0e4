import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/database/services.ts';
import { objectsIn } from '#server/vehicles/series-catalogue.ts';
import { storeSource } from '#server/vehicles/store-source.ts';
import type { TimeRange, VehicleSource } from '#server/vehicles/vehicle-source.ts';
import type { FreshLocation } from '#tests/server/fresh-location.ts';
import { freshStore } from '#tests/server/fresh-store.ts';
import { seriesIn } from '#tests/server/stored.ts';
import { addSeries, addVehicle, servicesOf } from './fill-store.ts';

const SPEED = 'Vehicle.Speed';
const always = { from: 0, to: 8.64e15 };

let store: Store;
let location: FreshLocation;
let services: Services;
let source: VehicleSource;
beforeEach(async () => {
  ({ store, location } = await freshStore());
  services = servicesOf(store, location);
  source = storeSource(store.db, seriesIn(location));
});
afterEach(async () => {
  await store.close();
  await location.remove();
});

test('a source without an import has what the others brought', async () => {
  await addVehicle(store, { id: 'v', vin: 'VIN' });
  await addSeries(services, 'v', [[1, { [SPEED]: 1 }]]);
  await addSeries(services, 'v', [[2, { [SPEED]: 2 }]]);
  await store.db
    .updateTable('series_object')
    .set({ import_sha256: 'one' })
    .where('vehicle_id', '=', 'v')
    .where('first_at', '=', 1)
    .execute();
  const without = storeSource(store.db, seriesIn(location), 'one');
  expect(await without.span('v', always)).toEqual({ first: 2, last: 2 });
  expect(await source.span('v', always)).toEqual({ first: 1, last: 2 });
});

test('objects of a vehicle are counted by themselves, and a range has those with rows in it', async () => {
  for (const id of ['one', 'other']) await addVehicle(store, { id, vin: `VIN of ${id}` });
  for (const at of [1, 10, 20]) await addSeries(services, 'one', [[at, { [SPEED]: at }]]);
  await addSeries(services, 'other', [[10, { [SPEED]: 10 }]]);
  const numbersIn = async (id: string, range: TimeRange) =>
    (await objectsIn(store.db, id, range)).map(({ number }) => number);
  expect(await numbersIn('one', always)).toEqual([0, 1, 2]);
  expect(await numbersIn('other', always)).toEqual([0]);
  expect(await numbersIn('one', { from: 10, to: 20 })).toEqual([1]);
});

test('a fleet of more vehicles than are read at a time has each of them once', async () => {
  await addVehicle(store, { id: 'model', vin: 'VIN' });
  const like = await store.db.selectFrom('vehicle').selectAll().executeTakeFirstOrThrow();
  const others = Array.from({ length: 2000 }, (_, index) => ({
    ...like,
    id: `v${index}`,
    vin: `VIN${index}`,
  }));
  for (let from = 0; from < others.length; from += 500)
    await store.db
      .insertInto('vehicle')
      .values(others.slice(from, from + 500))
      .execute();
  const ids: string[] = [];
  for await (const { vehicleId } of source.all()) {
    ids.push(vehicleId);
    if (ids.length > 2001) break;
  }
  expect(new Set(ids).size).toBe(2001);
  expect(ids).toHaveLength(2001);
});
