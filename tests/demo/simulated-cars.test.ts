import { expect, test } from 'vitest';
import { demonstrate } from '#demo/demonstration.ts';
import { seedDemonstration } from '#demo/seed.ts';
import type { Services } from '#server/platform/database/services.ts';
import { liveSource, vehicleSource } from '#server/vehicles/linked-vehicles.ts';
import { type SimulatedCar, startSimulation } from '#server/vehicles/sandbox-car.ts';
import type { Value } from '#server/vehicles/vehicle-source.ts';
import { startPortal } from '#tests/server/fixture.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';

const RANGE = 'Vehicle.Powertrain.TractionBattery.Range';
const ODOMETER = 'Vehicle.TraveledDistance';
const ENERGY = 'Vehicle.Powertrain.TractionBattery.AccumulatedConsumedEnergy';

const portal = portalOfTest(() => startPortal({ now: Date.parse('2026-11-20T10:10:00Z') }));

async function seededCars(services: Services): Promise<readonly SimulatedCar[]> {
  await seedDemonstration(services);
  return demonstrate({ ...services.config, MODE: 'demonstration' }).services.simulatedCars ?? [];
}

test('the cars of the demonstration drive from its start', async () => {
  const { services } = portal;
  const simulatedCars = await seededCars(services);
  expect(simulatedCars.length).toBeGreaterThan(1);
  const errors: unknown[] = [];
  await startSimulation({ ...services, simulatedCars }, (error) => errors.push(error)).stop();
  expect(errors).toEqual([]);
  const ever = { from: 0, to: Number.MAX_SAFE_INTEGER };
  const token = await portal.signIn('owner@example.eu');
  const odometers = new Set<number>();
  for (const { id } of simulatedCars) {
    const { odometer } = await portal.granted('ownVehicle', { vehicleId: id }, { token });
    odometers.add(Math.round((odometer?.metres ?? 0) / 1_000_000));
    const [range] = await liveSource(services).latest(id, [RANGE]);
    expect(range?.value, id).toBeGreaterThan(100_000);
    expect((await vehicleSource(services).intervals(id)).get(RANGE), id).toBe(10_000);
    expect(await liveSource(services).contact(id, ever), id).toEqual({
      state: 'driving',
      lastContactAt: services.now(),
    });
  }
  expect(odometers.size).toBe(simulatedCars.length);
});

test('the meters of the simulation continue those of the drives before it', async () => {
  const { services } = portal;
  const simulatedCars = await seededCars(services);
  await startSimulation({ ...services, simulatedCars }, () => {}).stop();
  for (const { id } of simulatedCars) {
    const meters: Value[][] = [];
    const range = { from: 0, to: services.now() + 1 };
    for await (const batch of vehicleSource(services).stream(id, [ODOMETER, ENERGY], range))
      meters.push(...batch.map(({ values }) => [...values]));
    // A drive takes 38 km and 5.9 kWh.
    for (const [meter, most] of [38_000, 5.9].entries()) {
      const read = meters
        .map((values) => values[meter])
        .filter((value) => typeof value === 'number');
      const steps = read.slice(1).map((value, index) => value - (read[index] ?? 0));
      expect(Math.min(...steps), id).toBeGreaterThanOrEqual(0);
      expect(Math.max(...steps), id).toBeLessThan(most);
    }
  }
});
