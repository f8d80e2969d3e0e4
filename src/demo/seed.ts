import type { Kysely } from 'kysely';
import { staffRoles } from '#contract/staff-roles.ts';
import { DAY, HOUR } from '#lib/words/durations.ts';
import { flagsOf } from '#server/accounts/staff/roles.ts';
import { insertMissing, insertRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { drive, drivesBefore, measured, ROW_INTERVAL_MS } from '#server/vehicles/sandbox-car.ts';
import { publishObjects } from '#server/vehicles/series-object.ts';
import { SeriesWriter } from '#server/vehicles/series-writer.ts';

export const demoAccounts = [
  { role: 'owner', email: 'owner@example.eu' },
  { role: 'publicSector', email: 'authority@example.eu' },
  { role: 'thirdParty', email: 'workshop@example.eu' },
  { role: 'reviewer', email: 'reviewer@example.eu' },
  { role: 'lead', email: 'lead@example.eu' },
  { role: 'auditor', email: 'auditor@example.eu' },
  { role: 'analyst', email: 'analyst@example.eu' },
] as const;

const [owner, , workshop] = demoAccounts;

export async function hasAccounts(db: Kysely<Schema>): Promise<boolean> {
  return Boolean(await db.selectFrom('account').select('id').limit(1).executeTakeFirst());
}

export async function seedDemonstration(services: Services): Promise<void> {
  const now = services.now();
  await services.store.transact(async (trx) => {
    const isSeeded = await hasAccounts(trx);
    const accounts = demoAccounts.map(({ role, email }) => ({
      id: `demo-${role}`,
      email,
      ...flagsOf(staffRoles.filter((each) => each === role)),
      language: 'en' as const,
      created_at: now,
    }));
    await insertMissing(trx, 'account', accounts);
    if (isSeeded) return;
    // The meters of the simulation continue from these drives.
    const facts = { owner: owner.email, now, drives: drivesBefore(now) };
    for (const vehicle of vehicles) await addVehicle({ services, trx }, vehicle, facts);
    await insertRows(trx, 'vehicle_link', {
      vehicle_id: vehicles[0].id,
      email: workshop.email,
      linked_from: 0,
      linked_until: null,
      on_behalf_of: owner.email,
    });
  });
}

/** Values of letters, and weights of positions, for the check digit of a VIN (49 CFR 565.15). */
const VALUES: Record<string, number> = { V: 5, F: 6, A: 1, G: 7, S: 2, N: 5 };
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

export function sampleVin(serial: number): string {
  const vin = `VF1AG0000SN${String(serial).padStart(6, '0')}`;
  const sum = WEIGHTS.reduce((total, weight, place) => {
    const sign = vin.charAt(place);
    return total + weight * (VALUES[sign] ?? Number(sign));
  }, 0);
  return `${vin.slice(0, 8)}${sum % 11 === 10 ? 'X' : sum % 11}${vin.slice(9)}`;
}

const DAYS = 14;
/** Days with data of a vehicle with sample applications. The oldest asks for data of 61 days ago. */
export const SAMPLE_DAYS = 63;
const DEMONSTRATION = 'demonstration';

export interface SampleVehicle {
  id: string;
  vin: string;
  /** Model name as the manufacturer writes it, the same in every language. */
  name: string;
  bodyType: string;
  colour: string;
  lat: number;
  lon: number;
  /** Metres driven before the sample data. */
  odometer?: number;
  days?: number;
  /** `bought` and `sold`: days ago. At other times the vehicle belongs to another owner. */
  bought?: number;
  sold?: number;
}

export const vehicles = [
  {
    id: 'demo-hatchback',
    vin: sampleVin(1),
    name: 'Lumo',
    bodyType: 'Hatchback',
    colour: 'Glacier blue',
    lat: 50.06,
    lon: 19.94,
    odometer: 12_000_000,
    days: SAMPLE_DAYS,
  },
  {
    id: 'demo-estate',
    vin: sampleVin(2),
    name: 'Velora',
    bodyType: 'Estate',
    colour: 'Silver grey',
    lat: 48.85,
    lon: 2.35,
    odometer: 61_000_000,
    bought: 10,
  },
  {
    id: 'demo-roadster',
    vin: sampleVin(3),
    name: 'Zefir',
    bodyType: 'Roadster',
    colour: 'Brick red',
    lat: 52.23,
    lon: 21.01,
    odometer: 8_000_000,
    sold: 5,
  },
] as const satisfies readonly SampleVehicle[];

export async function addVehicle(
  { services, trx: db }: Scope,
  { id, vin, name, lat, lon, odometer, days = DAYS, bought, sold, ...looks }: SampleVehicle,
  { owner, now, drives = days }: { owner: string; now: number; drives?: number },
): Promise<void> {
  const today = now - (now % DAY);
  await insertRows(db, 'vehicle', {
    id,
    vin,
    name,
    attributes_json: JSON.stringify(attributesOf(name, looks)),
  });
  const linked_from = bought === undefined ? 0 : today - bought * DAY;
  const linked_until = sold === undefined ? null : today - sold * DAY;
  await insertRows(db, 'vehicle_link', {
    vehicle_id: id,
    email: owner,
    linked_from,
    linked_until,
    on_behalf_of: null,
  });
  const writer = new SeriesWriter(storageOf(services, 'series'), id, measured);
  for (let day = days; day > 0; day--)
    for (const row of drive([lat, lon], today - day * DAY + 7 * HOUR, drives - day, odometer))
      await writer.add(row);
  const objects = await writer.finish();
  const rows = objects.reduce((sum, object) => sum + object.rows, 0);
  await insertRows(db, 'import_batch', {
    vehicle_id: id,
    sha256: DEMONSTRATION,
    rows,
    imported_at: now,
    sampling_ms: ROW_INTERVAL_MS,
  });
  await publishObjects(db, { vehicleId: id, importSha256: DEMONSTRATION }, objects);
}

function attributesOf(name: string, { bodyType, colour }: { bodyType: string; colour: string }) {
  return {
    'Vehicle.VehicleIdentification.Brand': 'Example Motors',
    'Vehicle.VehicleIdentification.Model': name,
    'Vehicle.VehicleIdentification.Year': 2025,
    'Vehicle.VehicleIdentification.BodyType': bodyType,
    'Vehicle.VehicleIdentification.VehicleExteriorColor': colour,
    'Vehicle.Powertrain.TractionBattery.GrossCapacity': 52,
  };
}
