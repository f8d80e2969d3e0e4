import { join } from 'node:path';
import { expect, test } from 'vitest';
import { maskingLevels } from '#contract/data-types.ts';
import { writeReport } from '#server/reports/generate.ts';
import { newMask } from '#server/reports/masking.ts';
import { storeSource } from '#server/vehicles/store-source.ts';
import { seriesIn } from '#tests/server/stored.ts';
import { storeOfFile } from '../fresh-store.ts';
import { addSeries, addVehicle, servicesOf } from '../vehicles/fill-store.ts';
import { key, reportRequest, targetAt } from './report-request.ts';

const SPEED = 'Vehicle.Speed';
const DAY = 86_400_000;
const driven = Date.parse('2026-01-05T10:00:00Z');

const fresh = storeOfFile(async ({ store, location }) => {
  await addVehicle(store, { id: 'v1', vin: 'VF1AAAA' });
  await addSeries(
    servicesOf(store, location),
    'v1',
    Array.from({ length: 20 }, (_, minute) => [driven + minute * 60_000, { [SPEED]: 50 }]),
  );
});

/** Number of reads of a masked report whose range begins `days` before the only drive. */
async function readsOf(days: number) {
  const { store, location } = fresh;
  const source = storeSource(store.db, seriesIn(location));
  let reads = 0;
  const counted: typeof source = {
    ...source,
    stream(...call) {
      reads++;
      return source.stream(...call);
    },
  };
  const range = { from: driven - days * DAY, to: driven + DAY };
  const request = reportRequest(range, { dataTypes: ['trips', 'status'], masking: 'drives' });
  const target = targetAt(join(location.dataDir, `days-${days}.xlsx`));
  const outcome = await writeReport(counted, request, target);
  expect(outcome).toMatchObject({ outcome: 'delivered' });
  return reads;
}

test.each(maskingLevels)('pieces of level %s are cut only where there are data', async (level) => {
  const { store, location } = fresh;
  const source = storeSource(store.db, seriesIn(location));
  const vehicle = { vehicleId: 'v1', vin: 'VF1AAAA', name: 'Car' };
  const ranges = [{ from: 0, to: driven + 60 * DAY }];
  const pieces = await newMask(level, key).pieces(source, vehicle, ranges);
  expect(pieces.length).toBeLessThanOrEqual(5);
  const shown = pieces.filter(
    ({ range }) => range.from < driven + 10 * 60_000 && range.to > driven + 10 * 60_000,
  );
  expect(shown).toHaveLength(1);
  const nothing = { from: driven - 60 * DAY, to: driven - 30 * DAY };
  expect(await newMask(level, key).pieces(source, vehicle, [nothing])).toEqual([]);
});

test('a masked report of ten years reads the source as often as one of a day', async () => {
  expect(await readsOf(3650)).toBe(await readsOf(1));
});
