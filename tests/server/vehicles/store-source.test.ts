import { beforeAll, describe, expect, test } from 'vitest';
import type { Services } from '#server/platform/database/services.ts';
import { DamagedFile } from '#server/platform/database/store-error.ts';
import { storeSource } from '#server/vehicles/store-source.ts';
import type { Measurement, Value, VehicleSource } from '#server/vehicles/vehicle-source.ts';
import { bytesOf, overwrite, seriesIn } from '#tests/server/stored.ts';
import { storeOfFile } from '../fresh-store.ts';
import { addSeries, addVehicle, servicesOf } from './fill-store.ts';

const SPEED = 'Vehicle.Speed';
const LATITUDE = 'Vehicle.CurrentLocation.Latitude';
const BRAKING = 'Vehicle.ADAS.EBA.IsEngaged';
const PLATE = 'Vehicle.VehicleIdentification.LicensePlate';
const always = { from: 0, to: 8.64e15 };

let services: Services;
let source: VehicleSource;
const fresh = storeOfFile(async ({ store, location }) => {
  services = servicesOf(store, location);
  source = storeSource(store.db, seriesIn(location));
});

async function all(signals: string[], vehicleId: string, range = always): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for await (const batch of source.stream(vehicleId, signals, range)) rows.push(...batch);
  return rows;
}

test('an account sees its linked vehicles and no others', async () => {
  await addVehicle(fresh.store, { id: 'v1', vin: 'VIN1', name: 'Zoe', emails: ['a@x.eu'] });
  await addVehicle(fresh.store, {
    id: 'v2',
    vin: 'VIN2',
    name: 'Ami',
    emails: ['a@x.eu', 'b@x.eu'],
  });
  expect((await source.linkedTo('A@x.eu')).map(({ name }) => name)).toEqual(['Ami', 'Zoe']);
  const ever = [{ from: 0, until: null }];
  expect(await source.linkedTo('b@x.eu')).toEqual([
    {
      vehicleId: 'v2',
      vin: 'VIN2',
      name: 'Ami',
      times: ever,
      links: [{ onBehalfOf: null, times: ever }],
    },
  ]);
  expect((await source.linkedTo('a@x.eu', 'v1')).map(({ name }) => name)).toEqual(['Zoe']);
  expect(await source.linkedTo('c@x.eu')).toEqual([]);
  expect(await source.find('v3')).toBeNull();
});

test('a third party is linked only while the user for whom it acts is linked', async () => {
  await addVehicle(fresh.store, {
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
  const otherLink = { email: 'user@x.eu', from: '2026-01-03T00:00:00Z' };
  await addVehicle(fresh.store, { id: 'v6 beside', vin: 'VIN6B', links: [otherLink] });
  const [linked] = await source.linkedTo('third@x.eu');
  expect(linked?.times).toEqual([
    { from: Date.parse('2026-01-01T00:00:00Z'), until: Date.parse('2026-01-02T00:00:00Z') },
    { from: Date.parse('2026-01-05T00:00:00Z'), until: Date.parse('2026-01-06T00:00:00Z') },
  ]);
  expect(linked?.links.map(({ onBehalfOf }) => onBehalfOf)).toEqual(['user@x.eu', 'user@x.eu']);
  expect(await source.linkedTo('fourth@x.eu')).toEqual([]);
  expect(await source.linkedTo('fifth@x.eu')).toEqual([]);
});

const rows: [string, Record<string, Value>][] = [
  ['2026-01-01T00:00:01Z', { [SPEED]: 0.1, [BRAKING]: false }],
  ['2026-01-01T00:00:00Z', { [SPEED]: 33.3 }],
  ['2026-01-01T00:00:01Z', { [SPEED]: 2, [BRAKING]: true }],
  ['2026-01-01T00:00:02Z', { [LATITUDE]: 33.986225 }],
];

describe.each([
  ['one object', (id: string) => addSeries(services, id, rows)],
  [
    'several objects',
    async (id: string) => {
      for (const part of [rows.slice(0, 1), rows.slice(1, 3), rows.slice(3)])
        await addSeries(services, id, part);
    },
  ],
])('from %s', (id, fill) => {
  beforeAll(async () => {
    await addVehicle(fresh.store, { id, vin: id });
    await fill(id);
  });

  test('measurements are sorted by time and then by order of storage', async () => {
    expect((await all([SPEED, BRAKING], id)).map(({ values }) => values)).toEqual([
      [33.3, null],
      [0.1, false],
      [2, true],
    ]);
  });

  test('rows without any of the signals are left out, and the end of the range is exclusive', async () => {
    expect(await all([LATITUDE], id)).toEqual([
      { at: Date.parse('2026-01-01T00:00:02Z'), values: [33.986225] },
    ]);
    const range = {
      from: Date.parse('2026-01-01T00:00:01Z'),
      to: Date.parse('2026-01-01T00:00:02Z'),
    };
    expect(await all([SPEED, LATITUDE], id, range)).toHaveLength(2);
  });

  test('signals are counted, those without a value left out', async () => {
    const counts = await source.counts(id, [SPEED, LATITUDE], always);
    expect(counts).toEqual(
      new Map([
        [SPEED, 3],
        [LATITUDE, 1],
      ]),
    );
    expect(await source.counts('none', [SPEED], always)).toEqual(new Map());
  });

  test('coverage and span of signals are reported', async () => {
    const first = Date.parse('2026-01-01T00:00:00Z');
    const days = (withData: number) => ({ withData, all: 1 });
    const gaps = (longest: number) => ({ count: 0, longest, beyond: 86_400_000 });
    const range = { from: first + 1000, to: first + 3000 };
    const at = (instant: number) => ({ first: instant, last: instant });
    expect(await source.coverage(id, [[SPEED, BRAKING], [LATITUDE], [PLATE]], range)).toEqual([
      {
        rows: 2,
        ...at(first + 1000),
        gaps: gaps(2000),
        days: days(1),
        periods: [at(first + 1000)],
      },
      {
        rows: 1,
        ...at(first + 2000),
        gaps: gaps(1000),
        days: days(1),
        periods: [at(first + 2000)],
      },
      { rows: 0, first: null, last: null, gaps: gaps(2000), days: days(0), periods: [] },
    ]);
    const until = { from: first, to: first + 2000 };
    expect(await source.coverage(id, [[LATITUDE], [SPEED]], until)).toMatchObject([
      { rows: 0, first: null, last: null },
      { rows: 3, last: first + 1000 },
    ]);
    expect(await source.span(id, range)).toEqual({ first: first + 1000, last: first + 2000 });
    expect(await source.span(id, { from: 0, to: 1 })).toEqual({ first: null, last: null });
    expect(await source.counts(id, [SPEED, LATITUDE], range)).toEqual(
      new Map([
        [SPEED, 2],
        [LATITUDE, 1],
      ]),
    );
  });
});

test('rows of one time across pages are neither lost nor doubled', async () => {
  const many = Array.from({ length: 20_000 }, (_, seq) => ({ at: Math.floor(seq / 15_000), seq }));
  await addVehicle(fresh.store, { id: 'v4', vin: 'VIN4' });
  await addSeries(
    services,
    'v4',
    many.map(({ at, seq }) => [at, { [SPEED]: seq }]),
  );
  const read = await all([SPEED], 'v4');
  expect(read.map(({ values }) => values[0])).toEqual(many.map(({ seq }) => seq));
});

test('daily rows over many months are neither lost nor doubled', async () => {
  const days = Array.from({ length: 300 }, (_, day) => day * 86_400_000);
  await addVehicle(fresh.store, { id: 'v10', vin: 'VIN10' });
  await addSeries(
    services,
    'v10',
    days.map((at) => [at, { [SPEED]: at }]),
  );
  expect((await all([SPEED], 'v10')).map(({ at }) => at)).toEqual(days);
  expect(await source.counts('v10', [SPEED], always)).toEqual(new Map([[SPEED, 300]]));
  const [last] = days.slice(-1);
  expect(await source.span('v10', always)).toMatchObject({ first: 0, last });
});

test('values are returned exactly as they were stored', async () => {
  const numbers = [-0, 0, 0.1, 5e-324, -1.7976931348623157e308, 2 ** 53 - 1, null, -0];
  const texts = ['', ' x ', null, 'é\u{1f697}', '0', 'null', 'a'.repeat(32_767), null];
  await addVehicle(fresh.store, { id: 'v7', vin: 'VIN7' });
  const stored = numbers.map(
    (number, index) =>
      [index, { [SPEED]: number, [PLATE]: texts[index] ?? null, [BRAKING]: index % 2 === 0 }] as [
        number,
        Record<string, Value>,
      ],
  );
  await addSeries(services, 'v7', stored);
  const read = await all([BRAKING, PLATE, LATITUDE, SPEED], 'v7');
  expect(read.map(({ values }) => values)).toEqual(
    stored.map(([, values]) => [values[BRAKING], values[PLATE], null, values[SPEED]]),
  );
  expect(Object.is(read[0]?.values[3], -0)).toBe(true);
  expect(Object.is(read[1]?.values[3], 0)).toBe(true);
});

test('rows of interleaved imports are sorted by time and then by import', async () => {
  await addVehicle(fresh.store, { id: 'v8', vin: 'VIN8' });
  const even = Array.from({ length: 6000 }, (_, index) => index * 2);
  const odd = [...even.map((at) => at + 1), 4];
  for (const instants of [even, odd])
    await addSeries(
      services,
      'v8',
      instants.map((at) => [at, { [SPEED]: at, [BRAKING]: instants === even }]),
    );
  const read = await all([SPEED, BRAKING], 'v8');
  expect(read.map(({ at }) => at)).toEqual([...even, ...odd].sort((a, b) => a - b));
  expect(read.filter(({ at }) => at === 4).map(({ values }) => values[1])).toEqual([true, false]);
});

test('a damaged object is not served', async () => {
  await addVehicle(fresh.store, { id: 'v9', vin: 'VIN9' });
  await addSeries(services, 'v9', rows);
  const { id } = await fresh.store.db
    .selectFrom('series_object')
    .select('id')
    .where('vehicle_id', '=', 'v9')
    .executeTakeFirstOrThrow();
  const bytes = await bytesOf(services, 'series', id);
  bytes[40] = (bytes[40] ?? 0) ^ 1;
  await overwrite(services, 'series', id, bytes);
  await expect(all([SPEED], 'v9')).rejects.toThrow(DamagedFile);
});

test('a source that excludes one import has the rows of the others', async () => {
  await addVehicle(fresh.store, { id: 'v11', vin: 'VIN11' });
  await addSeries(services, 'v11', [[1, { [SPEED]: 1 }]]);
  await addSeries(services, 'v11', [[2, { [SPEED]: 2 }]]);
  await fresh.store.db
    .updateTable('series_object')
    .set({ import_sha256: 'one' })
    .where('vehicle_id', '=', 'v11')
    .where('first_at', '=', 1)
    .execute();
  const without = storeSource(fresh.store.db, seriesIn(fresh.location), 'one');
  expect(await without.span('v11', always)).toEqual({ first: 2, last: 2 });
  expect(await source.span('v11', always)).toEqual({ first: 1, last: 2 });
});

test('a fleet of more vehicles than fit on one page has each of them once', async () => {
  const [like] = await fresh.store.db.selectFrom('vehicle').selectAll().execute();
  const others = Array.from({ length: 2000 }, (_, index) => ({
    attributes_json: '{}',
    ...like,
    id: `fleet ${index}`,
    vin: `FLEET${index}`,
    name: 'Fleet',
  }));
  for (let from = 0; from < others.length; from += 500)
    await fresh.store.db
      .insertInto('vehicle')
      .values(others.slice(from, from + 500))
      .execute();
  const expected = await fresh.store.db.selectFrom('vehicle').select('id').execute();
  const ids: string[] = [];
  for await (const { vehicleId } of source.all()) ids.push(vehicleId);
  expect(ids.toSorted()).toEqual(expected.map(({ id }) => id).toSorted());
});
