import type { Schema } from '#server/platform/store/schema.ts';
import { sealContents } from '#server/platform/store/sealed-table.ts';
import type { Scope } from '#server/platform/store/services.ts';
import { sealedLinks } from '#server/vehicles/sealed-links.ts';
import { signalColumn } from '#server/vehicles/vehicle-tables.ts';

const DAY = 24 * 60 * 60 * 1000;
const STEP = 10_000;
const TRIP = 40 * 60 * 1000;
const DAYS = 14;

/** Days before today that the owner bought or sold a vehicle; the rest of the time is another's. */
const vehicles: {
  id: string;
  vin: string;
  name: string;
  lat: number;
  bought?: number;
  sold?: number;
}[] = [
  { id: 'demo-hatchback', vin: 'VF1AG0000DEMO0001', name: 'City hatchback, electric', lat: 50.06 },
  {
    id: 'demo-estate',
    vin: 'VF1AG0000DEMO0002',
    name: 'Family estate, electric',
    lat: 48.85,
    bought: 10,
  },
  {
    id: 'demo-roadster',
    vin: 'VF1AG0000DEMO0003',
    name: 'Roadster, electric',
    lat: 52.23,
    sold: 5,
  },
];

/**
 * Links a small fleet to the demo owner, with a fortnight of invented drives up to `now`. One vehicle
 * was bought in this time and one was sold: of both the owner gets the data of their own time.
 */
export async function seedFleet(
  { services, trx: db }: Scope,
  { owner, now }: { owner: string; now: number },
): Promise<void> {
  const today = now - (now % DAY);
  for (const { id, vin, name, lat, bought, sold } of vehicles) {
    await db
      .insertInto('vehicle')
      .values({ id, vin, name, attributes_json: JSON.stringify(attributesOf(name)) })
      .execute();
    const linked_from = bought === undefined ? 0 : today - bought * DAY;
    const linked_until = sold === undefined ? null : today - sold * DAY;
    await db
      .insertInto('vehicle_link')
      .values({ vehicle_id: id, email: owner, linked_from, linked_until, on_behalf_of: null })
      .execute();
    for (let day = DAYS; day > 0; day--) {
      const rows = drive(id, lat, today - day * DAY + 7 * 60 * 60 * 1000, DAYS - day);
      // Within the number of parameters that one statement takes.
      for (let start = 0; start < rows.length; start += 100)
        await db
          .insertInto('telemetry')
          .values(rows.slice(start, start + 100))
          .execute();
    }
    await sealContents(services, db, [sealedLinks], [id]);
  }
}

function attributesOf(name: string) {
  return {
    'Vehicle.VehicleIdentification.Brand': 'Example Motors',
    'Vehicle.VehicleIdentification.Model': name,
    'Vehicle.VehicleIdentification.Year': 2025,
    'Vehicle.Powertrain.TractionBattery.GrossCapacity': 52,
  };
}

/** One trip: out and back, the battery a little emptier at its end. */
function drive(vehicleId: string, lat: number, start: number, seed: number): Schema['telemetry'][] {
  const steps = TRIP / STEP;
  const c = signalColumn;
  return Array.from({ length: steps }, (_, step) => {
    const share = step / steps;
    const speed = Math.max(0, 55 + 35 * Math.sin(step / 7 + seed) - (step % 30 < 3 ? 60 : 0));
    const away = Math.sin(share * Math.PI) * 0.09;
    return {
      vehicle_id: vehicleId,
      at: start + step * STEP,
      seq: seed * steps + step,
      [c('Vehicle.Speed')]: rounded(speed, 1),
      [c('Vehicle.TraveledDistance')]: 12_000_000 + seed * 38_000 + Math.round(share * 38_000),
      [c('Vehicle.Powertrain.TractionBattery.StateOfCharge.Displayed')]: rounded(
        86 - share * 14 - (seed % 3) * 4,
        1,
      ),
      [c('Vehicle.Powertrain.TractionBattery.Temperature.Average')]: rounded(18 + share * 9, 1),
      [c('Vehicle.Powertrain.TractionBattery.CurrentVoltage')]: rounded(398 - share * 12, 1),
      [c('Vehicle.CurrentLocation.Latitude')]: rounded(lat + away, 6),
      [c('Vehicle.CurrentLocation.Longitude')]: rounded(19.94 + away * 1.4, 6),
      [c('Vehicle.Exterior.AirTemperature')]: rounded(8 + 6 * Math.sin(seed), 1),
      [c('Vehicle.IsMoving')]: speed > 0 ? 1 : 0,
    };
  });
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));
