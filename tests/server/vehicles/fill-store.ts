import type { Store } from '#server/platform/store/database.ts';
import { signalColumn } from '#server/vehicles/vehicle-tables.ts';

export async function addVehicle(
  store: Store,
  {
    id,
    vin,
    name = 'Car',
    emails = [] as string[],
    attributes = {},
  }: {
    id: string;
    vin: string;
    name?: string;
    emails?: string[];
    attributes?: Record<string, unknown>;
  },
): Promise<void> {
  await store.db
    .insertInto('vehicle')
    .values({ id, vin, name, attributes_json: JSON.stringify(attributes) })
    .execute();
  for (const email of emails) {
    await store.db.insertInto('vehicle_link').values({ vehicle_id: id, email }).execute();
  }
}

/** Adds measurements: an instant in ISO 8601 and values by VSS name. */
export async function addMeasurements(
  store: Store,
  vehicleId: string,
  rows: readonly [string, Record<string, number | string | null>][],
): Promise<void> {
  for (const [seq, [at, values]] of rows.entries()) {
    const columns = Object.entries(values).map(([name, value]) => [signalColumn(name), value]);
    await store.db
      .insertInto('telemetry')
      .values({
        vehicle_id: vehicleId,
        at: Date.parse(at),
        seq,
        ...Object.fromEntries(columns),
      })
      .execute();
  }
}
