import { codes } from '#contract/codes.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/store/services.ts';
import { backendSource } from './backend-source.ts';
import { storeSource } from './store-source.ts';
import type { Vehicle, VehicleSource } from './vehicle-source.ts';

/** Vehicles linked to an account's address in the vehicle app. */
export function linkedVehicles(services: Services, email: string): Promise<Vehicle[]> {
  return vehicleSource(services).linkedTo(email);
}

/**
 * A vehicle that an account names as its own.
 * @throws {ApiError} `vehicleNotLinked`
 */
export async function linkedVehicle(
  services: Services,
  account: Account,
  vehicleId: string,
): Promise<Vehicle> {
  const linked = await linkedVehicles(services, account.email);
  const vehicle = linked.find((one) => one.vehicleId === vehicleId);
  if (!vehicle) throw new ApiError(codes.vehicleNotLinked);
  return vehicle;
}

/** A vehicle by its id; null of none. */
export async function findVehicle(
  services: Services,
  vehicleId: string | null,
): Promise<Vehicle | null> {
  return vehicleId === null ? null : vehicleSource(services).find(vehicleId);
}

/** The car maker's own back end where one is set, else the imported tables. */
export function vehicleSource({ config, store }: Services): VehicleSource {
  return config.VEHICLE_BACKEND_URL
    ? backendSource(config.VEHICLE_BACKEND_URL)
    : storeSource(store.db);
}
