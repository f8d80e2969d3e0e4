import type { Services } from '../services.ts';
import { backendSource } from './backend-source.ts';
import { storeSource } from './store-source.ts';
import type { Vehicle, VehicleLinks } from './vehicle-source.ts';

/** Vehicles linked to an account's address in the vehicle app. */
export function linkedVehicles(services: Services, email: string): Promise<Vehicle[]> {
  return linksOf(services).linkedTo(email);
}

export function findVehicle(services: Services, vehicleId: string): Promise<Vehicle | null> {
  return linksOf(services).find(vehicleId);
}

function linksOf({ config, store }: Services): VehicleLinks {
  return config.VEHICLE_BACKEND_URL
    ? backendSource(config.VEHICLE_BACKEND_URL)
    : storeSource(store.db);
}
