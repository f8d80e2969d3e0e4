import { expect, test } from 'vitest';
import { maskingLevels } from '#contract/data-types.ts';
import { MASKED_INTERVAL } from '#server/reports/masked-calendar.ts';
import { storeOfFile } from '../fresh-store.ts';
import { addSeries, addVehicle, servicesOf } from '../vehicles/fill-store.ts';
import { reportRequest, writtenReport } from './report-request.ts';

const SPEED = 'Vehicle.Speed';
const from = Date.parse('2026-03-02T08:00:00Z');
const HOUR = 3_600_000;

const fresh = storeOfFile(async ({ store, location }) => {
  await addVehicle(store, { id: 'v1', vin: 'VF1AAAA', name: 'Twizy' });
  // Pairs of values a second apart, in two intervals of 10 seconds.
  const seconds = Array.from({ length: 7200 }, (_, second) => second);
  const rows = seconds.filter((second) => second % 20 === 9 || second % 20 === 10);
  await addSeries(
    servicesOf(store, location),
    'v1',
    rows.map((second) => [from + second * 1000, { [SPEED]: 50 }] as const),
  );
});

test.each(maskingLevels)('the level %s shows at most one value in 10 seconds', async (level) => {
  const range = { from: from - HOUR, to: from + 4 * HOUR };
  const request = reportRequest(range, { dataTypes: ['trips'], masking: level });
  // Each report shifts the intervals at random.
  for (let report = 0; report < 3; report++) {
    const { files } = await writtenReport(fresh, request);
    const shown = (files['data/trips.csv'] ?? '').split('\r\n').slice(1, -1);
    const instants = shown.map((line) => Date.parse(line.split(',', 1).join()));
    expect(instants.length).toBeGreaterThan(300);
    const intervals = instants.slice(1).map((at, index) => at - (instants[index] ?? 0));
    expect(Math.min(...intervals)).toBeGreaterThanOrEqual(MASKED_INTERVAL);
  }
});
