import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeReport } from '#server/reports/generate.ts';
import { storeSource } from '#server/vehicles/store-source.ts';
import { seriesIn } from '#tests/server/stored.ts';
import { storeOfFile } from '../fresh-store.ts';
import { addSeries, addVehicle, servicesOf } from '../vehicles/fill-store.ts';
import { reportRequest, targetAt } from './report-request.ts';

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

test('a masked report of ten years reads the source as often as one of a day', async () => {
  expect(await readsOf(3650)).toBe(await readsOf(1));
});
