import { beforeAll, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { callersOf } from '#tests/server/callers.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { changeRows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { filedPublicRequest } from '#tests/server/public-request.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';
import { addLink, addSeries, addVehicle } from '#tests/server/vehicles/fill-store.ts';

const OWNER = 'owner@example.eu';
const CAR = 'shown-car';
const QUIET = 'quiet-car';
const SOLD = 'sold-car';
const ODOMETER = 'Vehicle.TraveledDistance';
const SPEED = 'Vehicle.Speed';

const portal = portalOfFile(startSeededPortal);
const { owner, stranger } = callersOf(portal);
const ask = (vehicleId: string, who = owner) => portal.call('ownVehicle', { vehicleId }, who);

beforeAll(async () => {
  const { store } = portal.services;
  const identity = 'Vehicle.VehicleIdentification';
  await addVehicle(store, {
    id: CAR,
    vin: 'VF1SHOWN000000001',
    name: 'My Lumo',
    attributes: {
      [`${identity}.Model`]: 'Lumo',
      [`${identity}.Year`]: 2024,
      [`${identity}.BodyType`]: 'Estate',
      [`${identity}.VehicleExteriorColor`]: 'Glacier blue',
    },
    links: [
      { email: 'former@example.eu', until: '2026-10-05T00:00:00Z' },
      { email: OWNER, from: '2026-10-05T00:00:00Z' },
    ],
  });
  await addSeries(portal.services, CAR, [
    ['2026-10-01T09:00:00Z', { [ODOMETER]: 1_000_000 }],
    ['2026-10-06T09:00:00Z', { [ODOMETER]: 12_037_900 }],
    ['2026-10-06T18:00:00Z', { [ODOMETER]: 12_038_400 }],
    ['2026-10-06T18:05:00Z', { [SPEED]: 3 }],
  ]);
  const linked = { vin: 'VF1SHOWN000000002', links: [{ email: OWNER }] };
  await addVehicle(store, { ...linked, id: QUIET, name: 'Quiet' });
  await addVehicle(store, {
    id: SOLD,
    vin: 'VF1SHOWN000000003',
    name: 'Zefir',
    attributes: {
      [`${identity}.BodyType`]: 'Roadster',
      [`${identity}.VehicleExteriorColor`]: 'Brick red',
    },
    links: [{ email: OWNER, until: '2026-10-05T00:00:00Z' }],
  });
  await addSeries(portal.services, SOLD, [['2026-10-01T09:00:00Z', { [ODOMETER]: 1_000_000 }]]);
});

test('a vehicle is described by its data from the time of the link', async () => {
  expect(granted(await ask(CAR))).toEqual({
    vehicleId: CAR,
    vin: 'VF1SHOWN000000001',
    name: 'My Lumo',
    model: 'Lumo',
    year: 2024,
    bodyType: 'Estate',
    colour: 'Glacier blue',
    odometer: { metres: 12_038_400, at: Date.parse('2026-10-06T18:00:00Z') },
    span: {
      first: Date.parse('2026-10-06T09:00:00Z'),
      last: Date.parse('2026-10-06T18:05:00Z'),
    },
  });
});

test('the odometer of a former user’s time is not shown', async () => {
  const { store } = portal.services;
  const id = 'parked-car';
  const links = [{ email: OWNER, from: '2026-10-05T12:00:00Z' }];
  await addVehicle(store, { id, vin: 'VF1SHOWN000000004', links });
  await addSeries(portal.services, id, [
    ['2026-10-05T11:59:00Z', { [ODOMETER]: 5_000 }],
    ['2026-10-05T12:30:00Z', { [SPEED]: 0 }],
  ]);
  expect(granted(await ask(id))).toMatchObject({
    odometer: null,
    span: { first: Date.parse('2026-10-05T12:30:00Z') },
  });
});

test('the odometer of a car that has been parked for days is its last value', async () => {
  const id = 'charging-car';
  await addVehicle(portal.services.store, { id, vin: 'VF1SHOWN000000005', emails: [OWNER] });
  await addSeries(portal.services, id, [
    ['2026-10-01T12:00:00Z', { [ODOMETER]: 5_000 }],
    ['2026-10-05T12:30:00Z', { [SPEED]: 0 }],
  ]);
  expect(granted(await ask(id))).toMatchObject({
    odometer: { metres: 5_000, at: Date.parse('2026-10-01T12:00:00Z') },
  });
});

test('facts that the source does not report are null', async () => {
  expect(granted(await ask(QUIET))).toMatchObject({
    model: null,
    year: null,
    bodyType: null,
    colour: null,
    odometer: null,
    span: { first: null, last: null },
  });
});

test('a vehicle whose link has ended is described without its data', async () => {
  expect(granted(await ask(SOLD))).toMatchObject({
    vin: 'VF1SHOWN000000003',
    name: 'Zefir',
    bodyType: 'Roadster',
    colour: 'Brick red',
    odometer: null,
    span: null,
  });
});

test('a vehicle that was not linked before is not described', async () => {
  expectCode(await ask(CAR, stranger), codes.vehicleNotLinked);
  const id = 'car-to-come';
  const links = [{ email: OWNER, from: '2026-12-24T00:00:00Z' }];
  await addVehicle(portal.services.store, { id, vin: 'VF1SHOWN000000006', links });
  expectCode(await ask(id), codes.vehicleNotLinked);
});

const DAY = 24 * 60 * 60 * 1000;
const HEIGHT = 'Vehicle.CurrentLocation.Altitude';
const COVERED = 'coverage-car';
const END = Date.parse('2026-11-15T00:00:00Z');
const range = { from: '2026-10-01T00:00:00Z', to: '2026-11-15T00:00:00Z' };

let applicationNumber: string;
const askCoverage = (input: Partial<InputOf<typeof endpoints.dataCoverage>> = {}, who = owner) =>
  portal.call('dataCoverage', { applicationNumber, ...input }, who);
const typeOf = async (type: string, within = range) =>
  granted(await askCoverage(within)).types?.find((one) => one.type === type);
const setLink = (linked_from: number, linked_until: number | null) =>
  changeRows(
    portal.services,
    'vehicle_link',
    { vehicle_id: COVERED },
    { linked_from, linked_until },
  );

beforeAll(async () => {
  const { store } = portal.services;
  await addVehicle(store, {
    id: COVERED,
    vin: 'VF1COVERAGE000001',
    attributes: { 'Vehicle.Length': 4 },
  });
  await addLink(store, COVERED, { email: 'owner@example.eu', from: '2026-10-05T12:00:00Z' });
  const days = ['04', '05', '06', '07', '08', '09', '10', '25', '26'];
  await addSeries(
    portal.services,
    COVERED,
    days.flatMap((day) => [
      [`2026-10-${day}T09:00:00Z`, { [SPEED]: 10 }],
      [`2026-10-${day}T18:00:00Z`, { [SPEED]: 11, ...(day === '06' && { [HEIGHT]: 99 }) }],
    ]),
  );
  const vehicle = { vehicleId: COVERED, proof: [await portal.uploaded()] };
  applicationNumber = await portal.filed({ vehicle });
});

test('coverage is reported per data type for the time of the link', async () => {
  const trips = await typeOf('trips');
  expect(trips).toMatchObject({
    // The earliest values of that day are outside the range.
    rows: 15,
    leastRows: 15,
    first: Date.parse('2026-10-05T18:00:00Z'),
    last: Date.parse('2026-10-26T18:00:00Z'),
    // The second is the time after the last value.
    gaps: { count: 2, longest: END - Date.parse('2026-10-26T18:00Z'), beyond: DAY },
    days: { withData: 8, all: 41 },
  });
  expect(trips?.bytes).toBeGreaterThan(15 * 10);
  expect(trips?.signals).toContainEqual({ name: SPEED, values: 15 });
  expect(await typeOf('location')).toMatchObject({ rows: 1, gaps: { count: 2 } });
  expect(await typeOf('connectivity')).toMatchObject({ rows: 0, first: null, bytes: 0 });
  // Attributes fill one row without a time.
  expect(await typeOf('identity')).toMatchObject({ rows: 1, first: null });
});

test('without a range, the period of the link and the span of its data are returned, and nothing is counted', async () => {
  expect(granted(await askCoverage())).toEqual({
    entitled: [{ from: Date.parse('2026-10-05T12:00:00Z'), until: null }],
    span: { first: Date.parse('2026-10-05T18:00:00Z'), last: Date.parse('2026-10-26T18:00:00Z') },
    types: null,
  });
});

test('the end of the link limits data like its beginning', async () => {
  await setLink(0, Date.parse('2026-10-06T00:00:00Z'));
  await addLink(portal.services.store, COVERED, {
    email: 'owner@example.eu',
    from: '2026-10-25T00:00:00Z',
  });
  expect(await typeOf('trips')).toMatchObject({ rows: 8, gaps: { count: 2 } });
  await portal.services.store.db
    .deleteFrom('vehicle_link')
    .where('vehicle_id', '=', COVERED)
    .where('linked_until', 'is', null)
    .execute();
  expectCode(await askCoverage(range), codes.vehicleNotLinked);
  await setLink(Date.parse('2026-10-05T12:00:00Z'), null);
});

test('a wrong range is rejected', async () => {
  expect(await askCoverage({ from: range.to, to: range.from })).toMatchObject({
    status: 400,
    data: { fields: [{ field: 'to', problem: 'range' }] },
  });
});

test('a request without a vehicle has no coverage', async () => {
  const applicationNumber = await filedPublicRequest(portal, stranger.token);
  expectCode(await askCoverage({ ...range, applicationNumber }, stranger), codes.notAllowedNow);
});
