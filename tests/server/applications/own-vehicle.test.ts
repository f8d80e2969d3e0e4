import { beforeAll, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { expectCode } from '#tests/server/expect-code.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { granted, startSeededPortal } from '#tests/server/seeded-portal.ts';
import { addSeries, addVehicle } from '#tests/server/vehicles/fill-store.ts';

const OWNER = 'owner@example.eu';
const CAR = 'shown-car';
const QUIET = 'quiet-car';
const SOLD = 'sold-car';
const ODOMETER = 'Vehicle.TraveledDistance';
const SPEED = 'Vehicle.Speed';

const portal = portalOfFile(startSeededPortal);
const ask = (vehicleId: string, token = portal.tokens.owner) =>
  portal.call('ownVehicle', { vehicleId }, { token });

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
  const sold = [{ email: OWNER, until: '2026-10-05T00:00:00Z' }];
  await addVehicle(store, { id: SOLD, vin: 'VF1SHOWN000000003', links: sold });
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

test('an ended or missing link is reported', async () => {
  const sold = await ask(SOLD);
  expectCode(sold, codes.vehicleNotLinked);
  expect(sold.data).toEqual({ linkEndedAt: Date.parse('2026-10-05T00:00:00Z') });
  expectCode(await ask(CAR, portal.tokens.stranger), codes.vehicleNotLinked);
});
