import { beforeAll, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { changeRows } from '#tests/server/fixture.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { filedPublicRequest } from '#tests/server/public-request.ts';
import { granted, personalForm, startSeededPortal } from '#tests/server/seeded-portal.ts';
import { addLink, addSeries, addVehicle } from '#tests/server/vehicles/fill-store.ts';

const DAY = 24 * 60 * 60 * 1000;
const SPEED = 'Vehicle.Speed';
const HEIGHT = 'Vehicle.CurrentLocation.Altitude';
const CAR = 'coverage-car';
const END = Date.parse('2026-11-15T00:00:00Z');
const range = { from: '2026-10-01T00:00:00Z', to: '2026-11-15T00:00:00Z' };

const portal = portalOfFile(startSeededPortal);
let applicationNumber: string;
const ask = (input: Partial<InputOf<typeof endpoints.dataCoverage>> = {}, token?: string) =>
  portal.call(
    'dataCoverage',
    { applicationNumber, ...input },
    { token: token ?? portal.tokens.owner },
  );
const typeOf = async (type: string, within = range) =>
  granted(await ask(within)).types?.find((one) => one.type === type);
const setLink = (linked_from: number, linked_until: number | null) =>
  changeRows(portal.services, 'vehicle_link', { vehicle_id: CAR }, { linked_from, linked_until });

beforeAll(async () => {
  const { store } = portal.services;
  await addVehicle(store, {
    id: CAR,
    vin: 'VF1COVERAGE000001',
    attributes: { 'Vehicle.Length': 4 },
  });
  await addLink(store, CAR, { email: 'owner@example.eu', from: '2026-10-05T12:00:00Z' });
  const days = ['04', '05', '06', '07', '08', '09', '10', '25', '26'];
  await addSeries(
    portal.services,
    CAR,
    days.flatMap((day) => [
      [`2026-10-${day}T09:00:00Z`, { [SPEED]: 10 }],
      [`2026-10-${day}T18:00:00Z`, { [SPEED]: 11, ...(day === '06' && { [HEIGHT]: 99 }) }],
    ]),
  );
  const form = personalForm([await portal.uploaded()]);
  const sent = { ...form, vehicle: { ...form.vehicle, vehicleId: CAR } };
  const filed = await portal.call(
    'personQualificationReview',
    { submissionId: crypto.randomUUID(), form: sent },
    { token: portal.tokens.owner },
  );
  ({ applicationNumber } = granted(filed));
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
  expect(granted(await ask())).toEqual({
    entitled: [{ from: Date.parse('2026-10-05T12:00:00Z'), until: null }],
    span: { first: Date.parse('2026-10-05T18:00:00Z'), last: Date.parse('2026-10-26T18:00:00Z') },
    types: null,
  });
});

test('the end of the link limits data like its beginning', async () => {
  await setLink(0, Date.parse('2026-10-06T00:00:00Z'));
  await addLink(portal.services.store, CAR, {
    email: 'owner@example.eu',
    from: '2026-10-25T00:00:00Z',
  });
  expect(await typeOf('trips')).toMatchObject({ rows: 8, gaps: { count: 2 } });
  await portal.services.store.db
    .deleteFrom('vehicle_link')
    .where('vehicle_id', '=', CAR)
    .where('linked_until', 'is', null)
    .execute();
  expectCode(await ask(range), codes.vehicleNotLinked);
  await setLink(Date.parse('2026-10-05T12:00:00Z'), null);
});

test('other accounts and wrong ranges are rejected', async () => {
  const { stranger, owningReviewer } = portal.tokens;
  for (const token of [stranger, owningReviewer])
    expectCode(await ask(range, token), codes.notFound);
  expect(await ask({ from: range.to, to: range.from })).toMatchObject({
    status: 400,
    data: { fields: [{ field: 'to', problem: 'range' }] },
  });
});

test('a request without a vehicle has no coverage', async () => {
  const token = portal.tokens.stranger;
  const applicationNumber = await filedPublicRequest(portal, token);
  expectCode(await ask({ ...range, applicationNumber }, token), codes.notAllowedNow);
});
