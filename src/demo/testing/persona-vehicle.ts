import { sampleVin } from '#demo/seed.ts';
import { DAY } from '#lib/words/durations.ts';
import { findRow, insertMissing, lockRow, updateRows } from '#server/platform/database/rows.ts';
import type { Services } from '#server/platform/database/services.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import type { SeriesColumn } from '#server/vehicles/series-format.ts';
import { publishObjects } from '#server/vehicles/series-object.ts';
import { SeriesWriter } from '#server/vehicles/series-writer.ts';

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
    const row = { ...vehicle, attributes_json: JSON.stringify(attributes) };
    await insertMissing(trx, 'vehicle', row);
    await insertMissing(trx, 'vehicle_link', { vehicle_id: id, email });
    const start = now() - DAY;
    if (await findRow(trx, 'series_object', { vehicle_id: id, first_at: start })) return;
    const writer = new SeriesWriter(storageOf(services, 'series'), id, measured);
    for (let second = 0; second < 60; second++)
      await writer.add({ at: start + second * 1000, values: [second, 80] });
    const series = { vehicleId: id, importSha256: 'persona' };
    await publishObjects(trx, series, await writer.finish());
  });
  return vehicle;
}

export async function sellPersonasVehicle(
  { store }: Services,
  linked_until: number | null,
): Promise<void> {
  const link = { vehicle_id: vehicleOf(1) };
  await store.transact(async (trx) => {
    await lockRow(store, trx, 'vehicle_link', link);
    await updateRows(trx, 'vehicle_link', link, { linked_until });
  });
}

const measured: readonly SeriesColumn[] = [
  { name: 'Vehicle.Speed', value: 'number' },
  { name: 'Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed', value: 'number' },
];
