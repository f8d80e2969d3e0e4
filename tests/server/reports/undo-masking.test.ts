import { describe, expect, test } from 'vitest';
import type { MaskingLevel } from '#contract/data-types.ts';
import { DAY, MINUTE } from '#lib/words/durations.ts';
import { metresBetween } from '#server/reports/drives.ts';
import { storeOfFile } from '../fresh-store.ts';
import { addSeries, addVehicle, servicesOf } from '../vehicles/fill-store.ts';
import { reportRequest, writtenReport } from './report-request.ts';

// Knowledge of a requester: the requested period, the first and last instant on the page of the
// request, when the report was generated, where they live, and that they drive on working days.
const SPEED = 'Vehicle.Speed';
const ODOMETER = 'Vehicle.TraveledDistance';
/** Text that masking shows; names the drive for the test, not for an attacker. */
const MARK = 'Vehicle.LowVoltageSystemState';
const LATITUDE = 'Vehicle.CurrentLocation.Latitude';
const LONGITUDE = 'Vehicle.CurrentLocation.Longitude';
const from = Date.parse('2026-03-02T00:00:00Z');
const to = from + 14 * DAY;
const home = { latitude: 48.8512, longitude: 2.3488 };
const work = { latitude: 48.8512, longitude: 2.5488 };

/** Real instants of the drives; the mark of a moving row is the speed of its drive. */
const drives = Array.from({ length: 14 }, (_, day) => [
  { start: from + day * DAY + 8 * 60 * MINUTE + day * MINUTE, speed: 30 + day },
  { start: from + day * DAY + 17 * 60 * MINUTE + day * MINUTE, speed: 60 + day },
]).flat();

const fresh = storeOfFile(async ({ store, location }) => {
  await addVehicle(store, { id: 'v1', vin: 'VF1AAAA', name: 'Twizy' });
  let odometer = 1_000_000;
  await addSeries(
    servicesOf(store, location),
    'v1',
    drives.flatMap(({ start, speed }) =>
      Array.from({ length: 41 }, (_, minute) => {
        const way = (speed < 60 ? minute : 40 - minute) / 40;
        odometer += 365;
        const measured = {
          [SPEED]: minute === 40 ? 0 : speed,
          [MARK]: minute === 40 ? '0' : String(speed),
          [ODOMETER]: odometer,
          [LATITUDE]: home.latitude,
          [LONGITUDE]: home.longitude + way * (work.longitude - home.longitude),
        };
        return [start + minute * MINUTE, measured] as const;
      }),
    ),
  );
});

const request = reportRequest({ from, to }, { dataTypes: ['trips', 'status', 'location'] });

type Row = Record<string, string | number>;

async function masked(level: MaskingLevel) {
  const { files, manifest } = await writtenReport(fresh, { ...request, masking: level });
  const rowsOf = (type: string): Row[] =>
    (files[`data/${type}.jsonl`] ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const marks = new Map(rowsOf('status').map((row) => [row.time_stamp, row]));
  const trips = rowsOf('trips').map((row): Row => ({ ...row, ...marks.get(row.time_stamp ?? '') }));
  const positions = rowsOf('location').map(
    (row): Row => ({ ...row, [MARK]: marks.get(row.time_stamp ?? '')?.[MARK] ?? '' }),
  );
  return { files, manifest, trips, positions };
}

const first: Partial<Record<MaskingLevel, ReturnType<typeof masked>>> = {};
/** The first report at a level, for tests that need no further one. */
function anyMasked(level: MaskingLevel) {
  first[level] ??= masked(level);
  return first[level];
}

const at = (row: Row | undefined) => Date.parse(String(row?.time_stamp));

/** Share of moving rows whose real instant a guess gives to the minute. */
function recovered(trips: readonly Row[], guess: (row: Row, index: number) => number): number {
  const real = new Map(drives.map(({ start, speed }) => [speed, start]));
  const moving = trips.filter((row) => Number(row[MARK]) > 0);
  const right = moving.filter((row, index) => {
    const start = real.get(Number(row[MARK])) ?? 0;
    const offset = guess(row, index) - start;
    return offset >= 0 && offset < 41 * MINUTE;
  });
  return right.length / moving.length;
}

describe.each<MaskingLevel>(['drives', 'strict'])('at the level %s', (level) => {
  test('dates cannot be recovered by subtracting printed or known instants', async () => {
    const { files, trips } = await anyMasked(level);
    const manifest = JSON.parse(files['manifest.json'] ?? '');
    const printed = manifest.signals
      .flatMap(({ first, last: end }: { first: string | null; last: string | null }) => [
        first,
        end,
      ])
      .concat(trips[0]?.time_stamp, trips.at(-1)?.time_stamp)
      .filter((text: string | null) => text !== null)
      .map((text: string) => Date.parse(text));
    const [first, end] = [drives[0]?.start ?? 0, (drives.at(-1)?.start ?? 0) + 40 * MINUTE];
    const known = [from, to, first, end, Date.parse(manifest.preparedAt)];
    const shifts = known.flatMap((one) => printed.map((other: number) => one - other));
    // One drive of 28 may match by chance, and its neighbour of that day with it.
    for (const shift of shifts)
      expect(recovered(trips, (row) => at(row) + shift)).toBeLessThanOrEqual(0.2);
  });

  test('neither row order nor odometer reveals the order of the drives', async () => {
    const orders = new Set<string>();
    for (let turn = 0; turn < 3; turn++) {
      const { trips } = await masked(level);
      const order = [...new Set(trips.map((row) => Number(row[MARK])).filter((v) => v > 0))];
      expect(order).toHaveLength(drives.length);
      expect(order).not.toEqual(drives.map(({ speed }) => speed));
      orders.add(order.join());
      const readings = trips.map((row) => Number(row[ODOMETER]));
      expect(Math.min(...readings)).toBe(0);
      expect(Math.max(...readings)).toBeGreaterThan(34 * 365);
      expect(Math.max(...readings)).toBeLessThan(41 * 365);
      // Assigns rows to days in order, two drives a day.
      expect(
        recovered(trips, (_, index) => drives[Math.floor(index / 40)]?.start ?? 0),
      ).toBeLessThan(0.3);
    }
    expect(orders.size).toBe(3);
  });

  test('rows are chronological within a drive, with true intervals', async () => {
    const { trips } = await anyMasked(level);
    const one = trips.filter((row) => row[MARK] === '33');
    expect(one.length).toBeGreaterThanOrEqual(34);
    expect(one.map((row) => at(row) - at(one[0]))).toEqual(one.map((_, minute) => minute * MINUTE));
    const instants = trips.map(at);
    expect(instants).toEqual(instants.toSorted((a, b) => a - b));
    const real = drives.find(({ speed }) => speed === 33)?.start ?? 0;
    // The first minutes are left out.
    const late = (at(one[0]) % DAY) - (level === 'drives' ? real % DAY : 0);
    expect(late).toBeGreaterThanOrEqual(level === 'drives' ? MINUTE : 0);
    expect(late).toBeLessThan(level === 'drives' ? 7 * MINUTE : 2 * MINUTE);
  });
});

describe.each<MaskingLevel>(['drives', 'dated'])('at the level %s', (level) => {
  test('no position is near home or work, not even as the mean of many reports', async () => {
    const { positions } = await anyMasked(level);
    // The size of the hidden area is random; every drive leaves it.
    expect(positions.length).toBeGreaterThan(drives.length);
    const shown = positions.map((row) => ({
      latitude: Number(row[LATITUDE]),
      longitude: Number(row[LONGITUDE]),
    }));
    for (const place of shown)
      for (const stop of [home, work]) expect(metresBetween(place, stop)).toBeGreaterThan(1000);
    // The hidden area is equal in all reports.
    const again = (await masked(level)).positions;
    const cells = (rows: readonly Row[]) =>
      [...new Set(rows.map((row) => `${row[LATITUDE]},${row[LONGITUDE]}`))].sort();
    expect(cells(again)).toEqual(cells(positions));
  });
});

test('the first position of a drive does not tell when the car left the hidden area', async () => {
  const { positions } = await anyMasked('dated');
  // All morning drives pass the same places at the same minutes after their start.
  const minutes = drives.flatMap(({ start, speed }) => {
    const first = positions.find((row) => row[MARK] === String(speed));
    return first && speed < 60 ? [Math.round((at(first) - start) / MINUTE)] : [];
  });
  expect(minutes.length).toBeGreaterThan(10);
  const leaving = Math.min(...minutes);
  const right = minutes.filter((minute) => minute <= leaving + 1);
  // By chance, two minutes of five.
  expect(right.length / minutes.length).toBeLessThanOrEqual(0.5);
});

test('a place passed once is in no masked report', async () => {
  await addVehicle(fresh.store, { id: 'v2', vin: 'VF1BBBB', name: 'Zoe' });
  await addSeries(
    servicesOf(fresh.store, fresh.location),
    'v2',
    Array.from({ length: 41 }, (_, minute) => [
      new Date(from + minute * MINUTE).toISOString(),
      { [SPEED]: 50, [LATITUDE]: 45, [LONGITUDE]: 5 + minute / 100 },
    ]),
  );
  const rare = { ...request, vehicleId: 'v2', masking: 'drives' } as const;
  const { outcome } = await writtenReport(fresh, rare);
  expect(outcome).toMatchObject({ outcome: 'delivered' });
  expect(outcome).toMatchObject({ values: { [LATITUDE]: 0, [LONGITUDE]: 0 } });
});

test('the level dated shows the true time, and nothing else that identifies the vehicle', async () => {
  const { files, trips } = await anyMasked('dated');
  expect(recovered(trips, at)).toBe(1);
  expect(Math.min(...trips.map((row) => Number(row[ODOMETER])))).toBe(0);
  expect(JSON.stringify(files)).not.toContain('VF1AAAA');
});
