import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { generateReport } from '#server/reports/run-in-worker.ts';
import { readEncrypted } from '#tests/lib/encrypted-xlsx/read-workbook.ts';
import { storeOfFile } from '../fresh-store.ts';
import { addSeries, addVehicle, servicesOf } from '../vehicles/fill-store.ts';
import { password, reportRequest, targetAt } from './report-request.ts';

const fresh = storeOfFile(async ({ store, location }) => {
  await addVehicle(store, { id: 'v1', vin: 'VF1AAAA' });
  await addSeries(servicesOf(store, location), 'v1', [
    ['2026-01-05T10:00:00.250Z', { 'Vehicle.Speed': 12.34 }],
    ['2026-01-05T10:00:01Z', { 'Vehicle.Speed': 0.1 }],
  ]);
});

const january = {
  from: Date.parse('2026-01-01T00:00:00Z'),
  to: Date.parse('2026-02-01T00:00:00Z'),
};
const request = reportRequest(january, { dataTypes: ['trips'] });

function generate(name: string, signal?: AbortSignal) {
  const { dataDir, databaseUrl } = fresh.location;
  return generateReport(
    {
      request,
      target: targetAt(join(dataDir, name)),
      location: { storage: { DATA_DIR: dataDir }, databaseUrl },
    },
    signal,
  );
}

async function speedsIn(name: string) {
  const sheets = await readEncrypted(await readFile(join(fresh.location.dataDir, name)), password);
  return sheets.find((sheet) => sheet.name === 'Trips and usage')?.rows.slice(1);
}

const rows = [
  ['2026-01-05T10:00:00.250Z', 12.34],
  ['2026-01-05T10:00:01.000Z', 0.1],
];

/** Number of threads started by some work. */
async function threadsStarted(work: () => Promise<void>): Promise<number> {
  let started = 0;
  const count = () => started++;
  process.on('worker', count);
  await work();
  process.off('worker', count);
  return started;
}

test('the thread is reused, and each report is complete', async () => {
  const started = await threadsStarted(async () => {
    for (const name of ['first.xlsx', 'second.xlsx', 'third.xlsx']) {
      expect(await generate(name)).toMatchObject({ outcome: 'delivered', rows: 2 });
      expect(await speedsIn(name)).toEqual(rows);
    }
  });
  expect(started).toBeLessThanOrEqual(1);
});

test('concurrent reports run in separate threads, and are complete', async () => {
  const names = ['a.xlsx', 'b.xlsx', 'c.xlsx'];
  const outcomes = await Promise.all(names.map((name) => generate(name)));
  for (const outcome of outcomes) expect(outcome).toMatchObject({ outcome: 'delivered', rows: 2 });
  for (const name of names) expect(await speedsIn(name)).toEqual(rows);
});

test('an error in the worker fails its call only', async () => {
  await expect(generate('no/such/folder.xlsx')).rejects.toThrow(/ENOENT/);
  expect(await generate('after.xlsx')).toMatchObject({ outcome: 'delivered', rows: 2 });
});

test('a generation can be aborted, and the next one succeeds', async () => {
  const ending = new AbortController();
  const generation = generate('ended.xlsx', ending.signal);
  ending.abort(new Error('shutting down'));
  await expect(generation).rejects.toThrow('shutting down');
  expect(await generate('next.xlsx')).toMatchObject({ outcome: 'delivered', rows: 2 });
});
