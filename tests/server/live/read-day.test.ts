import { expect, test } from 'vitest';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { granted, startSeededPortal, VEHICLE } from '#tests/server/seeded-portal.ts';
import { addSeries } from '#tests/server/vehicles/fill-store.ts';

const CHARGE = 'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed';
const CHARGING = 'Vehicle.Powertrain.TractionBattery.Charging.IsCharging';
const portal = portalOfTest(startSeededPortal);

async function readDay() {
  const token = { token: portal.tokens.owner };
  const requested = await portal.call('liveGrantRequest', { vehicleId: VEHICLE }, token);
  const { grantId } = granted(requested);
  return granted(await portal.call('liveDay', { grantId }, token));
}

test('the last 24 hours are divided into driving, charging and parked, with the charge', async () => {
  const at = (time: string) => `2026-11-20T${time}:00Z`;
  await addSeries(portal.services, VEHICLE, [
    [at('06:00'), { [CHARGE]: 60, [CHARGING]: true, 'Vehicle.Speed': 0 }],
    [at('06:09'), { [CHARGE]: 64, [CHARGING]: true, 'Vehicle.Speed': 0 }],
    [at('06:10'), { [CHARGE]: 65, [CHARGING]: false, 'Vehicle.TraveledDistance': 5000 }],
    [at('06:15'), { 'Vehicle.Speed': 50, 'Vehicle.TraveledDistance': 5000 }],
    [at('06:20'), { 'Vehicle.Speed': 40, 'Vehicle.TraveledDistance': 9000 }],
  ]);
  const day = await readDay();
  const time = (ms: number) => new Date(ms).toISOString().slice(11, 16);
  expect(
    day.activities.map(({ kind, from, to, metres }) => [kind, time(from), time(to), metres]),
  ).toEqual([
    ['charging', '06:00', '06:10', null],
    ['parked', '06:10', '06:15', null],
    ['driving', '06:15', '06:20', 4000],
    ['parked', '06:20', '10:00', null],
  ]);
  // One point in five minutes: the last one.
  expect(day.charge.map(([when, percent]) => [time(when), percent])).toEqual([
    ['06:00', 60],
    ['06:09', 64],
    ['06:10', 65],
  ]);
  expect(day.lastContactAt).toBe(Date.parse(at('06:20')));
  const tiles = Object.fromEntries(day.tiles.map((tile) => [tile.signal, tile]));
  expect(tiles['Vehicle.TraveledDistance']).toMatchObject({
    value: 9000,
    unit: 'm',
    capturedAt: Date.parse(at('06:20')),
    reason: null,
  });
  expect(tiles['Vehicle.Exterior.AirTemperature']).toMatchObject({
    value: null,
    reason: 'notReceived',
  });
});

test('a car that was silent for a day shows its last values without a curve', async () => {
  const day = await readDay();
  expect(day).toMatchObject({ charge: [], activities: [], lastContactAt: expect.any(Number) });
  expect(day.tiles.find(({ signal }) => signal === 'Vehicle.Speed')).toMatchObject({ value: 12 });
});
