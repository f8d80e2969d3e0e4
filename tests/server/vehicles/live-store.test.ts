import { expect, onTestFinished, test, vi } from 'vitest';
import { DAY, HOUR } from '#lib/words/durations.ts';
import { compactSamples } from '#server/vehicles/compact-samples.ts';
import { ingest } from '#server/vehicles/ingest.ts';
import { liveSource, vehicleSource } from '#server/vehicles/linked-vehicles.ts';
import { fillLatest, storeSamples, updateLatest } from '#server/vehicles/live-samples.ts';
import { snapshotOf } from '#server/vehicles/recent-samples.ts';
import { SANDBOX_ID, SANDBOX_VIN, samplesAt, simulate } from '#server/vehicles/sandbox-car.ts';
import { ARRIVAL, CursorExpired, type Measurement } from '#server/vehicles/vehicle-source.ts';
import { rows, startPortal } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { lose } from '#tests/server/stored.ts';
import { addSeries, addVehicle } from './fill-store.ts';

const SPEED = 'Vehicle.Speed';
const CHARGE = 'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed';
const START = Date.parse('2026-11-20T23:59:58Z');
const always = { from: 0, to: START + 100 * DAY };

const portal = portalOfTest(() => startPortal({ now: START + 10_000 }));

const send = (values: Record<string, number>, at: number) =>
  storeSamples(
    portal.services,
    Object.entries(values).map(([signal, value]) => ({
      vehicleId: 'car',
      signal,
      value,
      capturedAt: at,
    })),
  );

async function stream(signals: string[], range = always): Promise<Measurement[]> {
  const read: Measurement[] = [];
  for await (const batch of vehicleSource(portal.services).stream('car', signals, range))
    read.push(...batch);
  return read;
}

/** Everything that a report reads of the car. */
async function view() {
  const source = vehicleSource(portal.services);
  const late = { from: START + 1000, to: START + 3000 };
  return {
    all: await stream([SPEED, CHARGE, ARRIVAL]),
    speed: await stream([SPEED]),
    late: await stream([CHARGE], late),
    counts: await source.counts('car', [SPEED, CHARGE], always),
    lateCounts: await source.counts('car', [SPEED, CHARGE], late),
    coverage: await source.coverage('car', [[SPEED], [SPEED, CHARGE]], always),
    span: await source.span('car', always),
    hasArrivals: await source.hasArrivals('car', always),
    imports: await source.imports('car', always),
  };
}

test('reports read recent and compacted samples and imported data as one store', async () => {
  const { services, clock } = portal;
  await addVehicle(services.store, { id: 'car', vin: 'CAR' });
  await addSeries(services, 'car', [
    [START - 1000, { [SPEED]: 1 }],
    [START + 1000, { [SPEED]: 2 }],
  ]);
  await send({ [SPEED]: 10, [CHARGE]: 80 }, START);
  await send({ [CHARGE]: 79 }, START + 2000);
  // Arrives later than its successor.
  await send({ [SPEED]: 11 }, START + 1500);
  const before = await view();
  expect(before.all.map(({ at, values }) => [at - START, ...values.slice(0, 2)])).toEqual([
    [-1000, 1, null],
    [0, 10, 80],
    [1000, 2, null],
    [1500, 11, null],
    [2000, null, 79],
  ]);
  expect(before.all[1]?.values[2]).toBe(START + 10_000);
  expect(before.counts).toEqual(
    new Map([
      [SPEED, 4],
      [CHARGE, 2],
    ]),
  );
  expect(before.lateCounts).toEqual(
    new Map([
      [SPEED, 2],
      [CHARGE, 1],
    ]),
  );
  expect(before.coverage.map(({ rows: count, first, last }) => [count, first, last])).toEqual([
    [4, START - 1000, START + 1500],
    [5, START - 1000, START + 2000],
  ]);
  expect(before.coverage[0]?.days?.withData).toBe(1);
  expect(before.imports).toMatchObject([{ kind: 'live', name: null, importedAt: null }]);
  expect(before.span).toEqual({ first: START - 1000, last: START + 2000 });

  clock.advance(DAY + HOUR);
  expect(await compactSamples(services)).toBe(0);
  clock.advance(DAY);
  expect(await compactSamples(services)).toBe(4);
  expect(await rows(services, 'sample')).toHaveLength(4);
  expect(await view()).toEqual(before);

  // A copy that is sent again after the samples are deleted is not stored twice,
  clock.advance(2 * HOUR);
  expect(await compactSamples(services)).toBe(0);
  expect(await rows(services, 'sample')).toEqual([]);
  expect(await view()).toEqual(before);
  const copies = [
    { vin: 'CAR', signal: CHARGE, value: 79, capturedAt: new Date(START + 2000).toISOString() },
    { vin: 'CAR', signal: SPEED, value: 2, capturedAt: new Date(START + 1000).toISOString() },
  ];
  const body = Buffer.from(copies.map((copy) => JSON.stringify(copy)).join('\n'));
  expect(await ingest(services, body)).toMatchObject({ accepted: 2, repeated: 2 });
  expect(await rows(services, 'sample')).toEqual([]);
  // also if the series store was unavailable when the copy arrived.
  await send({ [CHARGE]: 79, [SPEED]: 12 }, START + 2000);
  clock.advance(2 * DAY + HOUR);
  expect(await compactSamples(services)).toBe(2);
  const { all, counts } = await view();
  expect(all.slice(0, 4)).toEqual(before.all.slice(0, 4));
  expect(counts).toEqual(
    new Map([
      [SPEED, 5],
      [CHARGE, 2],
    ]),
  );
});

test('a damaged series of one vehicle does not prevent the compaction of others', async () => {
  const { services, clock } = portal;
  await addVehicle(services.store, { id: 'before', vin: 'BEFORE' });
  await addVehicle(services.store, { id: 'car', vin: 'CAR' });
  await addSeries(services, 'before', [[START, { [SPEED]: 1 }]]);
  const [object] = await rows(services, 'series_object', { vehicle_id: 'before' });
  await lose(services, 'series', String(object?.id));
  const sample = { vehicleId: 'before', signal: SPEED, value: 2, capturedAt: START };
  await storeSamples(services, [sample]);
  await send({ [SPEED]: 3 }, START);
  clock.advance(2 * DAY + HOUR);
  const errors: unknown[] = [];
  expect(await compactSamples(services, (error) => errors.push(error))).toBe(1);
  expect(errors).toHaveLength(1);
});

test('a read that takes over an hour fails when samples were moved meanwhile', async () => {
  const { services, clock } = portal;
  await addVehicle(services.store, { id: 'car', vin: 'CAR' });
  await send({ [SPEED]: 3 }, START);
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const { recent } = await snapshotOf(services.store.db, 'car', always);
  const [source] = await recent.timedRows([SPEED]);
  const read = async () => (await source?.open().next())?.value;
  clock.advance(2 * DAY + HOUR);
  await compactSamples(services);
  expect(await read()).toHaveLength(1);
  vi.advanceTimersByTime(HOUR + 1);
  await expect(read()).rejects.toThrow('Samples were deleted while they were read');
});

test('a cursor is valid for a day', async () => {
  const { services, clock } = portal;
  await addVehicle(services.store, { id: 'car', vin: 'CAR' });
  const from = (cursor?: string) =>
    liveSource(services).changes('car', cursor, AbortSignal.timeout(1000))[Symbol.asyncIterator]();
  await send({ [SPEED]: 1 }, START);
  const { value } = await from().next();
  await send({ [SPEED]: 2 }, START + 1);
  clock.advance(DAY - 1);
  await compactSamples(services);
  expect((await from(value.cursor).next()).done).toBe(false);
  clock.advance(DAY + 2);
  await compactSamples(services);
  await expect(from(value.cursor).next()).rejects.toThrow(CursorExpired);
});

test('imported values are the latest ones until newer samples arrive', async () => {
  const { services } = portal;
  const { store } = services;
  await addVehicle(store, { id: 'car', vin: 'CAR' });
  await addSeries(services, 'car', [
    [START - 2 * DAY, { [SPEED]: 7, [CHARGE]: 60 }, START],
    [START - DAY, { [SPEED]: 8 }],
  ]);
  const latest = async () =>
    (await liveSource(services).latest('car'))
      .map(({ signal, value, capturedAt, receivedAt }) => [signal, value, capturedAt, receivedAt])
      .toSorted();
  await fillLatest(services);
  expect(await latest()).toEqual([
    [CHARGE, 60, START - 2 * DAY, START],
    [SPEED, 8, START - DAY, null],
  ]);
  await send({ [SPEED]: 9 }, START);
  await store.transact((trx) => trx.deleteFrom('series_object').execute());
  await updateLatest(services, 'car', { isAfterRemoval: true });
  expect(await latest()).toEqual([[SPEED, 9, START, START + 10_000]]);
});

test('the sandbox car drives, parks and charges, and its data are deleted after a day', async () => {
  const { services, clock } = portal;
  const car = { id: SANDBOX_ID, lat: 50, lon: 4, odometer: 0 };
  await addVehicle(services.store, { id: SANDBOX_ID, vin: SANDBOX_VIN });
  const states = new Set<string>();
  let odometer = 0;
  const start = Date.parse('2026-12-01T00:00:00Z');
  for (let minute = 0; minute < 120; minute++) {
    clock.set(start + minute * 60_000);
    await simulate(services, [car, { ...car, id: 'erased' }]);
    const live = liveSource(services);
    states.add((await live.contact(SANDBOX_ID, { from: 0, to: Number.MAX_SAFE_INTEGER })).state);
    const [{ value } = { value: 0 }] = await live.latest(SANDBOX_ID, ['Vehicle.TraveledDistance']);
    expect(Number(value)).toBeGreaterThanOrEqual(odometer);
    odometer = Number(value);
  }
  expect(states).toEqual(new Set(['driving', 'parked', 'charging']));
  // Several processes produce the same samples.
  const repeated = samplesAt(car, start);
  expect(await storeSamples(services, repeated)).toBe(0);

  const vehicles = vehicleSource(services);
  for await (const { vin } of vehicles.all()) expect(vin).not.toBe(SANDBOX_VIN);
  expect(await vehicles.models()).toEqual([]);

  clock.advance(DAY + 2 * HOUR);
  await compactSamples(services);
  clock.advance(2 * HOUR);
  await compactSamples(services);
  expect(await rows(services, 'sample', { vehicle_id: SANDBOX_ID })).toEqual([]);
  expect(await rows(services, 'series_object', { vehicle_id: SANDBOX_ID })).toEqual([]);
});
