import { sampleVin } from '#demo/vin.ts';
import { DAY } from '#lib/words/durations.ts';
import type { Services } from '#server/platform/database/services.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import type { SeriesColumn } from '#server/vehicles/series-format.ts';
import { publishObjects } from '#server/vehicles/series-object.ts';
import { type SeriesRow, SeriesWriter } from '#server/vehicles/series-writer.ts';

export const VEHICLE_NAME = 'Car of a persona';

export const nameIn = (set: number, name: string) => (set === 1 ? name : `${name}-${set}`);
export const vehicleOf = (set: number) => nameIn(set, 'persona-vehicle');

export async function linkVehicle(
  services: Services,
  email: string,
  set: number,
): Promise<{ id: string; vin: string }> {
  const { store, now } = services;
  const id = vehicleOf(set);
  const vin = sampleVin(1000 + set);
  const vehicle = { id, vin, name: VEHICLE_NAME };
  const attributes = {
    'Vehicle.VehicleIdentification.Model': 'Lumo',
    'Vehicle.VehicleIdentification.Year': 2024,
    'Vehicle.VehicleIdentification.VehicleExteriorColor': 'Glacier blue',
  };
  await store.transact(async (trx) => {
    await trx
      .insertInto('vehicle')
      .values({ ...vehicle, attributes_json: JSON.stringify(attributes) })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx
      .insertInto('vehicle_link')
      .values({ vehicle_id: id, email })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const drives = trx.selectFrom('series_object').where('vehicle_id', '=', id);
    const start = now() - DAY;
    const known = drives.select('id').where('first_at', '=', start);
    if (!(await known.executeTakeFirst())) {
      const writer = new SeriesWriter(storageOf(services, 'series'), id, measured);
      for (const row of driveOf(start)) await writer.add(row);
      const series = { vehicleId: id, importSha256: 'persona' };
      await publishObjects(trx, series, await writer.finish());
    }
  });
  return vehicle;
}

export async function sellPersonasVehicle(
  services: Services,
  linked_until: number | null,
): Promise<void> {
  await services.store.transact(async (trx) => {
    const ofVehicle = ['vehicle_id', '=', vehicleOf(1)] as const;
    const links = trx
      .selectFrom('vehicle_link')
      .selectAll()
      .where(...ofVehicle);
    await services.store.forUpdate(links).execute();
    await trx
      .updateTable('vehicle_link')
      .set({ linked_until })
      .where(...ofVehicle)
      .execute();
  });
}

const measured: readonly SeriesColumn[] = [
  { name: 'Vehicle.Speed', value: 'number' },
  { name: 'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed', value: 'number' },
];

function driveOf(start: number): SeriesRow[] {
  return Array.from({ length: 60 }, (_, second) => ({
    at: start + second * 1000,
    values: [second, 80],
  }));
}
