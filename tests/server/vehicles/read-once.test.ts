import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { ScratchFile } from '#server/platform/storage/scratch-file.ts';
import { readOnce } from '#server/vehicles/read-once.ts';
import type { Measurement, TimeRange, VehicleSource } from '#server/vehicles/vehicle-source.ts';

const groups = [['a', 'b'], ['c'], ['a', 'd']];
const parts = [
  { from: 0, to: 50 },
  { from: 60, to: 100 },
];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'once-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Rows of a vehicle: values by signal, oldest first. */
type Rows = { at: number; values: Record<string, number | null> }[];

/** A source of these rows that records its calls. */
function fleet(rowsOf: Record<string, Rows>) {
  const asked: string[] = [];
  const source = {
    async *all() {
      asked.push('all');
      for (const vehicleId of Object.keys(rowsOf)) yield { vehicleId, vin: vehicleId, name: 'Zoe' };
    },
    async find(vehicleId: string) {
      asked.push(`find ${vehicleId}`);
      return { vehicleId, vin: vehicleId, name: 'Zoe' };
    },
    async attributes(vehicleId: string) {
      asked.push(`attributes ${vehicleId}`);
      return { 'Vehicle.Colour': vehicleId };
    },
    async *stream(vehicleId: string, signals: readonly string[], { from, to }: TimeRange) {
      asked.push(`${vehicleId} ${signals.join('')} ${from}-${to}`);
      const rows = (rowsOf[vehicleId] ?? [])
        .filter(({ at }) => at >= from && at < to)
        .map(({ at, values }) => ({ at, values: signals.map((name) => values[name] ?? null) }))
        .filter(({ values }) => values.some((value) => value !== null));
      for (let start = 0; start < rows.length; start += 3) yield rows.slice(start, start + 3);
    },
  } as unknown as VehicleSource;
  return { source, asked };
}

async function onceOf(source: VehicleSource): Promise<VehicleSource> {
  const scratch = await ScratchFile.open(join(folder, crypto.randomUUID()));
  onTestFinished(() => scratch.close());
  return readOnce(source, { groups, parts }, scratch);
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const rowsOf = async (stream: AsyncIterable<readonly Measurement[]>) => (await all(stream)).flat();

test('each vehicle and part is requested once, with the signals of all groups', async () => {
  const rows = [{ at: 1, values: { a: 1, b: 2, c: 3, d: 4 } }];
  const { source, asked } = fleet({ v1: rows, v2: rows });
  const once = await onceOf(source);
  for (let time = 0; time < 3; time++)
    for await (const { vehicleId } of once.all()) {
      expect(await once.find(vehicleId)).toMatchObject({ vin: vehicleId });
      expect(await once.attributes(vehicleId)).toEqual({ 'Vehicle.Colour': vehicleId });
      for (const part of parts)
        for (const group of groups) await rowsOf(once.stream(vehicleId, group, part));
      await rowsOf(once.stream(vehicleId, ['d'], { from: 5, to: 6 }));
    }
  expect(asked).toEqual([
    'all',
    ...['v1', 'v2'].flatMap((one) => [
      `find ${one}`,
      `attributes ${one}`,
      `${one} abcd 0-50`,
      `${one} abcd 60-100`,
    ]),
  ]);
});

test('two concurrent queries read the source once', async () => {
  const rows = [{ at: 1, values: { a: 1, c: 3 } }];
  const { source, asked } = fleet({ v1: rows });
  const once = await onceOf(source);
  const part = parts[0] as TimeRange;
  const both = [rowsOf(once.stream('v1', ['a'], part)), rowsOf(once.stream('v1', ['c'], part))];
  expect(await Promise.all(both)).toEqual([[{ at: 1, values: [1] }], [{ at: 1, values: [3] }]]);
  expect(asked).toEqual(['v1 abcd 0-50']);
});

test('other signals and ranges are not cached', async () => {
  const { source, asked } = fleet({ v1: [{ at: 55, values: { a: 1, c: 2 } }] });
  const once = await onceOf(source);
  const range = { from: 40, to: 60 };
  expect(await rowsOf(once.stream('v1', ['a'], range))).toEqual([{ at: 55, values: [1] }]);
  expect(await rowsOf(once.stream('v1', ['b', 'c'], parts[0] as TimeRange))).toEqual([]);
  expect(asked).toEqual(['v1 a 40-60', 'v1 bc 0-50']);
});

test('a fleet that was not read completely is read again', async () => {
  const { source } = fleet({ v1: [], v2: [] });
  const once = await onceOf(source);
  for await (const _ of once.all()) break;
  const names = async () => (await all(once.all())).map(({ vehicleId }) => vehicleId);
  expect(await names()).toEqual(['v1', 'v2']);
  expect(await names()).toEqual(['v1', 'v2']);
});

test('an interrupted read is not cached as complete', async () => {
  const { source } = fleet({ v1: [1, 2, 3, 4].map((at) => ({ at, values: { a: at } })) });
  let isAway = true;
  const once = await onceOf({
    ...source,
    async *stream(...question) {
      for await (const batch of source.stream(...question)) {
        yield batch;
        if (isAway) throw new Error('cut off');
      }
    },
  });
  const read = () => rowsOf(once.stream('v1', ['a'], parts[0] as TimeRange));
  await expect(read()).rejects.toThrow('cut off');
  isAway = false;
  expect(await read()).toHaveLength(4);
});

test('more rows than fit on one page are returned completely', async () => {
  const many = Array.from({ length: 15_000 }, (_, index) => ({
    at: Math.floor(index / 400),
    values: { a: index, b: index % 7 === 0 ? -index : null },
  }));
  const { source, asked } = fleet({ v1: many });
  const once = await onceOf(source);
  const range = { from: 3, to: 30 };
  for (const group of [['a', 'b'], ['b']])
    expect(await rowsOf(once.stream('v1', group, range))).toEqual(
      await rowsOf(source.stream('v1', group, range)),
    );
  expect(asked.filter((one) => one === 'v1 abcd 0-50')).toHaveLength(1);
});
