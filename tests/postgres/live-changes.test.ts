import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { storeSamples } from '#server/vehicles/live-samples.ts';
import { storedLiveSource } from '#server/vehicles/live-source.ts';
import { needsPostgres } from '#tests/needs.ts';
import { environmentOf, freshLocation, type Location } from '../server/fresh-location.ts';
import { addVehicle } from '../server/vehicles/fill-store.ts';
import { useOwnServer } from './own-server.ts';

const MAX_DELAY = 5000;

const open = (location: Location) => openDatabase(readConfig(environmentOf(location)));

test('a stream gets the samples that other processes acknowledge, within 5 s and in order', {
  ...needsPostgres(),
  timeout: 120_000,
}, async () => {
  await useOwnServer();
  // Stores know nothing of each other, as in two processes.
  const location = await freshLocation();
  const [store, ...others] = [await open(location), await open(location), await open(location)];
  onTestFinished(async () => {
    for (const one of [store, ...others]) await one.close();
    await location.remove();
  });
  await addVehicle(store, { id: 'car', vin: 'CAR' });
  const abort = new AbortController();
  const source = storedLiveSource({ store, now: Date.now });
  const changes = source.changes('car', undefined, abort.signal)[Symbol.asyncIterator]();
  await changes.next();

  const count = 60;
  const acknowledged: number[] = [];
  const writing = others.map(async (other, nth) => {
    for (let value = nth; value < count; value += others.length) {
      const sample = { vehicleId: 'car', signal: 'Vehicle.Speed', value, capturedAt: value };
      await storeSamples({ store: other, now: Date.now }, [sample]);
      acknowledged[value] = performance.now();
    }
  });
  const delays: number[] = [];
  while (delays.length < count) {
    const { value } = await changes.next();
    const at = performance.now();
    for (const one of value.samples) delays.push(at - (acknowledged[one.value] ?? at));
  }
  await Promise.all(writing);
  abort.abort();
  expect(delays).toHaveLength(count);
  expect(Math.max(...delays)).toBeLessThan(MAX_DELAY);
  const [latest] = await storedLiveSource({
    store: others[0] as typeof store,
    now: Date.now,
  }).latest('car');
  expect(latest?.value).toBe(count - 1);
});
