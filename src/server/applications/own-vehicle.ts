import { signalNamed } from '#contract/data-catalogue.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { Account } from '#server/platform/http/route.ts';
import { linkedVehicle, vehicleSource } from '#server/vehicles/linked-vehicles.ts';
import type { LinkedVehicle, Value } from '#server/vehicles/vehicle-source.ts';
import { spanOf } from './data-coverage.ts';

type Call = typeof endpoints.ownVehicle;

const DAY = 24 * 60 * 60 * 1000;
const ODOMETER = 'Vehicle.TraveledDistance';
const METRES: Readonly<Record<string, number>> = { m: 1, km: 1000 };

/**
 * What shows a linked vehicle to its user; nothing of another's time of it.
 * @throws {ApiError} `vehicleNotLinked`
 */
export async function ownVehicle(
  services: Services,
  { vehicleId }: InputOf<Call>,
  account: Account,
): Promise<DataOf<Call>> {
  const vehicle = await linkedVehicle(services, account, vehicleId);
  const attributes = await vehicleSource(services).attributes(vehicleId);
  const told = (name: string) => attributes[`Vehicle.VehicleIdentification.${name}`] ?? null;
  const span = await spanOf(services, vehicle);
  return {
    vehicleId,
    vin: vehicle.vin,
    name: vehicle.name,
    model: textOf(told('Model')),
    year: typeof told('Year') === 'number' ? Number(told('Year')) : null,
    bodyType: textOf(told('BodyType') ?? attributes['Vehicle.Body.BodyType'] ?? null),
    colour: textOf(told('VehicleExteriorColor')),
    odometer: span?.last ? await readingOf(services, vehicle, span.last) : null,
    span,
  };
}

const textOf = (value: Value) => (typeof value === 'string' && value ? value : null);

/** The odometer's last value of the day that ends with the vehicle's last data. */
async function readingOf(
  services: Services,
  { vehicleId, times }: LinkedVehicle,
  last: number,
): Promise<{ metres: number; at: number } | null> {
  const unit = METRES[signalNamed(ODOMETER)?.unit ?? ''] ?? 1;
  const begun = times.findLast(({ from }) => from <= last)?.from ?? 0;
  const range = { from: Math.max(last - DAY, begun), to: last + 1 };
  let reading = null;
  for await (const batch of vehicleSource(services).stream(vehicleId, [ODOMETER], range))
    for (const { at, values } of batch)
      if (typeof values[0] === 'number') reading = { metres: values[0] * unit, at };
  return reading;
}
