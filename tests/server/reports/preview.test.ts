import { expect, test } from 'vitest';
import type { DriveFigures } from '#server/reports/drives.ts';
import { PreviewFinder } from '#server/reports/preview.ts';
import type { ReportRequest } from '#server/reports/report-request.ts';
import type { Value } from '#server/vehicles/vehicle-source.ts';
import { addSeries, addVehicle, servicesOf } from '#tests/server/vehicles/fill-store.ts';
import { storeOfFile } from '../fresh-store.ts';
import { reportRequest, writtenReport } from './report-request.ts';

const BATTERY = 'Vehicle.Powertrain.TractionBattery';
const SPEED = 'Vehicle.Speed';
const ODOMETER = 'Vehicle.TraveledDistance';
const LATITUDE = 'Vehicle.CurrentLocation.Latitude';
const LONGITUDE = 'Vehicle.CurrentLocation.Longitude';
const CHARGE = `${BATTERY}.StateOfCharge.Displayed`;
const CONSUMED = `${BATTERY}.AccumulatedConsumedEnergy`;
const CHARGING = `${BATTERY}.Charging.IsCharging`;

/** A drive of 10 minutes and 6 km, with one row a minute, then a minute at the charger. */
function drive(start: string, nth: number): [string, Record<string, Value>][] {
  const at = (minute: number) => new Date(Date.parse(start) + minute * 60_000).toISOString();
  return [
    ...Array.from({ length: 11 }, (_, minute): [string, Record<string, Value>] => [
      at(minute),
      {
        [SPEED]: 36,
        [ODOMETER]: 1_000_000 + nth * 6000 + minute * 600,
        [LATITUDE]: 52.4 + minute / 200,
        [LONGITUDE]: 16.9,
        [CHARGE]: 80 - minute,
        [CONSUMED]: 500 + nth + minute / 10,
        [CHARGING]: false,
      },
    ]),
    [at(30), { [CHARGE]: 71, [CHARGING]: true }],
    [at(31), { [CHARGE]: 72, [CHARGING]: true }],
  ];
}

const fresh = storeOfFile(async ({ store, location }) => {
  await addVehicle(store, { id: 'v1', vin: 'VF1AAAA' });
  await addSeries(servicesOf(store, location), 'v1', [
    ...drive('2026-01-30T08:00:00Z', 0),
    // On the next day in Warsaw.
    ...drive('2026-01-30T23:30:00Z', 1),
    ...drive('2026-02-01T08:00:00Z', 2),
    ...drive('2026-02-03T08:00:00Z', 3),
  ]);
});

const range = {
  from: Date.parse('2026-01-01T00:00:00Z'),
  to: Date.parse('2026-03-01T00:00:00Z'),
};

const report = (change: Partial<ReportRequest> = {}) =>
  writtenReport(
    fresh,
    reportRequest(range, {
      dataTypes: ['battery', 'trips', 'location', 'connectivity'],
      timeZone: 'Europe/Warsaw',
      ...change,
    }),
  );

async function previewOf(change: Partial<ReportRequest> = {}) {
  const { outcome } = await report(change);
  if (outcome.outcome !== 'delivered') throw new Error(outcome.reason);
  return outcome.preview;
}

test('the preview sums the delivered rows by month, in the time zone of the report', async () => {
  const { months, types, timeZone } = await previewOf();
  expect(timeZone).toBe('Europe/Warsaw');
  expect(types).toEqual([
    { type: 'battery', rows: 52, absence: null, gaps: expect.any(Array) },
    { type: 'trips', rows: 44, absence: null, gaps: expect.any(Array) },
    { type: 'location', rows: 44, absence: null, gaps: expect.any(Array) },
    { type: 'connectivity', rows: 0, absence: 'neverRecorded', gaps: [] },
  ]);
  // An hour later than UTC in Warsaw.
  expect(types[1]?.gaps).toEqual(
    [
      ['2026-01-01T01:00:00Z', '2026-01-30T09:00:00Z'],
      ['2026-02-01T09:10:00Z', '2026-02-03T09:00:00Z'],
      ['2026-02-03T09:10:00Z', '2026-03-01T01:00:00Z'],
    ].map(([from = '', to = '']) => ({
      from: Date.parse(from),
      to: Date.parse(to),
      absence: 'notRecorded',
    })),
  );
  expect(months).toEqual([
    {
      month: '2026-01',
      days: `${'0'.repeat(29)}22`,
      daysByType: [2, 2, 2, 0],
      drives: 2,
      metres: 12_000,
      energy: expect.closeTo(2),
      lowest: 70,
      highest: 80,
      charges: 2,
    },
    {
      month: '2026-02',
      days: `202${'0'.repeat(25)}`,
      daysByType: [2, 2, 2, 0],
      drives: 2,
      metres: 12_000,
      energy: expect.closeTo(2),
      lowest: 70,
      highest: 80,
      charges: 2,
    },
  ]);
});

test('a distance that was not recorded belongs to no drive; drives without a track are shown', async () => {
  const { store, location } = fresh;
  await addVehicle(store, { id: 'v2', vin: 'VF1BBBB' });
  const later = drive('2026-02-01T08:00:00Z', 100).map(
    ([at, { [LATITUDE]: _, [LONGITUDE]: __, ...values }]): [string, Record<string, Value>] => [
      at,
      values,
    ],
  );
  await addSeries(servicesOf(store, location), 'v2', [
    ...drive('2026-01-30T08:00:00Z', 0),
    ...later,
  ]);
  const { drives } = await previewOf({ vehicleId: 'v2' });
  expect(drives.map(({ metres, points }) => [metres, points.length])).toEqual([
    [6000, 11],
    [6000, 0],
  ]);
});

test('the summary has the first and last charge of the data, also while parked', async () => {
  const [summary] = await (await report()).sheets();
  const charge = summary?.rows.find(([name]) => name === 'Battery, first and last (%)');
  expect(charge?.slice(1)).toEqual([80, 72]);
});

test('the last three drives have their track, and the charge has its lowest and highest values', async () => {
  const { drives, charge } = await previewOf();
  expect(drives).toHaveLength(3);
  const [first, , last] = drives;
  // Readings of the clock in Warsaw.
  expect(new Date(first?.from ?? 0).toISOString()).toBe('2026-01-31T00:30:00.000Z');
  expect(last).toMatchObject({
    from: Date.parse('2026-02-03T09:00:00Z'),
    to: Date.parse('2026-02-03T09:10:00Z'),
    metres: 6000,
    batteryFrom: 80,
    batteryTo: 70,
  });
  expect(last?.points).toHaveLength(11);
  expect(last?.points[0]).toEqual([52.4, 16.9]);
  expect(last?.points.at(-1)).toEqual([52.45, 16.9]);
  const [at, lowest, highest, isCharging] = charge[0] ?? [];
  expect([at, isCharging]).toEqual([Date.parse('2026-01-30T09:00:00Z'), false]);
  expect([lowest, highest]).toEqual([80, 80]);
  expect(charge.filter((point) => point[3])).toHaveLength(8);
});

test.each(['drives', 'strict'] as const)(
  'the preview of a masked report (%s) has its calendar, and neither dates nor positions',
  async (masking) => {
    const preview = await previewOf({ masking });
    const { months, drives, charge, types, timeZone } = preview;
    expect(timeZone).toBeNull();
    expect(months.every(({ month }) => month < '2001')).toBe(true);
    const sum = (of: (month: (typeof months)[number]) => number | null) =>
      months.reduce((total, month) => total + (of(month) ?? 0), 0);
    expect(sum((month) => month.drives)).toBe(4);
    // In steps, and without the first minutes of each drive.
    expect(sum(({ metres }) => metres)).toBeLessThanOrEqual(24_000);
    expect(sum(({ energy }) => energy)).toBeLessThanOrEqual(4);
    for (const { metres, batteryFrom, points } of drives) {
      expect((metres ?? 1) % 1000).toBe(0);
      expect([batteryFrom, points]).toEqual([null, []]);
    }
    expect(charge).toEqual([]);
    const year2001 = Date.parse('2001-01-01T00:00:00Z');
    for (const { from } of drives) expect(from).toBeLessThan(year2001);
    if (masking === 'strict')
      expect(types[2]).toEqual({ type: 'location', rows: 0, absence: 'masked', gaps: [] });
    // Random times in ms may contain any digits.
    expect(JSON.stringify(preview)).not.toMatch(/2026-|\b52\.4\d\d|VF1/);
  },
);

test.each([
  ['trips', 'drives without a track', { months: 2, charge: 0, tracked: 0 }],
  ['battery', 'a charge without drives', { months: 2, charge: 52, drives: 0 }],
  ['location', 'tracks with distances between positions', { months: 2, charge: 0, tracked: 3 }],
] as const)('the preview of «%s» alone has %s', async (type, _, expected) => {
  const { months, charge, drives } = await previewOf({ dataTypes: [type] });
  const tracked = drives.filter(({ points }) => points.length > 0);
  expect({
    months: months.length,
    charge: charge.length,
    ...('tracked' in expected ? { tracked: tracked.length } : { drives: drives.length }),
  }).toEqual(expected);
});

test('the preview of a report on several vehicles has only rows by data type', async () => {
  const preview = await previewOf({ vehicleId: null, kind: 'public', masking: 'drives' });
  expect(preview).toMatchObject({ isOneVehicle: false, months: [], charge: [], drives: [] });
  expect(preview.types[1]).toEqual({
    type: 'trips',
    rows: expect.any(Number),
    absence: null,
    gaps: [],
  });
});

test('a preview of 10 years of drives is small', () => {
  const finder = new PreviewFinder((at) => at);
  const DAY = 24 * 60 * 60 * 1000;
  const begin = Date.parse('2016-01-01T08:00:00Z');
  const figures: DriveFigures[] = [];
  for (let day = 0; day < 3653; day++) {
    const from = begin + day * DAY;
    const drive = { drive: { from, to: from }, metres: 1000, batteryFrom: 80, batteryTo: 20 };
    figures.push(drive);
    for (let second = 0; second < 100; second++) {
      const at = from + second * 10_000;
      const place = { latitude: 50 + second / 100, longitude: 20 };
      finder.addTime(second % 9, at);
      const charge = 80 - second * 0.606;
      finder.add({ at, charge, isCharging: false, consumed: null, place, drive });
    }
  }
  const types = Array.from({ length: 9 }, () => ({
    type: 'trips' as const,
    rows: 1,
    absence: null,
  }));
  const preview = finder.preview(figures, types);
  expect(preview.months).toHaveLength(120);
  expect(preview.charge.length).toBeLessThanOrEqual(200);
  expect(Math.min(...preview.charge.map(([, lowest]) => lowest))).toBeCloseTo(20, 0);
  expect(preview.drives.map(({ points }) => points[0])).toEqual(Array(3).fill([50, 20]));
  expect(preview.drives.map(({ points }) => points.at(-1))).toEqual(Array(3).fill([50.99, 20]));
  expect(JSON.stringify(preview).length).toBeLessThan(50_000);
});

test.each([
  ['in a drive', [0, 5, 10], [2000, 2001, 2002], 2],
  ['with a jump in a pause', [0, 5, 65, 70], [2000, 2001, 6100, 6101], 2],
  ['that is reset', [0, 5, 10], [2000, 2001, 0], 1],
  ['read once an hour', [0, 60, 120], [2000, 2001, 2002], null],
])('the energy by a meter %s', (_, minutes, meter, expected) => {
  const finder = new PreviewFinder((at) => at);
  const begin = Date.UTC(2026, 0, 31, 9);
  const row = { charge: null, isCharging: null, place: null, drive: null };
  for (const [index, minute] of minutes.entries()) {
    const at = begin + minute * 60_000;
    finder.addTime(0, at);
    finder.add({ ...row, at, consumed: meter[index] ?? null });
  }
  expect(finder.preview([], []).months.map(({ energy }) => energy)).toEqual([expected]);
});
