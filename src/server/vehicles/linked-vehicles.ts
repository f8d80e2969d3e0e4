import { codes } from '#contract/codes.ts';
import { isLinkedAt, type LinkTime } from '#machines/link.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { storageOf } from '#server/platform/storage/storage.ts';
import { backendLocation } from './backend-access.ts';
import { backendLiveSource } from './backend-live.ts';
import { backendSource } from './backend-source.ts';
import { endedAt, representedUser } from './link-times.ts';
import { storedLiveSource } from './live-source.ts';
import { SANDBOX_ID } from './sandbox-car.ts';
import { storeSource } from './store-source.ts';
import type { LinkedVehicle, LiveSource, Vehicle, VehicleSource } from './vehicle-source.ts';

export async function vehiclesInUse(services: Services, email: string) {
  const at = services.now();
  const linked = await vehicleSource(services).linkedTo(email);
  return linked
    .filter(({ times }) => isLinkedAt(times, at))
    .map(({ vehicleId, vin, name, links }) => {
      const onBehalfOf = representedUser(links, at);
      return { vehicleId, vin, name, onBehalfOf };
    });
}

/** Throws `vehicleNotLinked`, with the end of the last link. */
export async function linkedVehicle(
  services: Services,
  { email }: { email: string },
  vehicleId: string,
): Promise<LinkedVehicle> {
  const [vehicle] = await vehicleSource(services).linkedTo(email, vehicleId);
  if (vehicle && isLinkedAt(vehicle.times, services.now())) return vehicle;
  throw notLinked(vehicle?.times ?? [], services.now());
}

/** Like `linkedVehicle`, but also returns a vehicle whose link has ended. */
export async function vehicleEverLinked(
  services: Services,
  { email }: { email: string },
  vehicleId: string,
): Promise<LinkedVehicle> {
  const [vehicle] = await vehicleSource(services).linkedTo(email, vehicleId);
  if (vehicle?.times.some(({ from }) => from <= services.now())) return vehicle;
  throw notLinked([], services.now());
}

export async function linkTimes(
  services: Services,
  email: string,
  vehicleId: string,
): Promise<LinkTime[]> {
  const [vehicle] = await vehicleSource(services).linkedTo(email, vehicleId);
  return vehicle?.times ?? [];
}

export function notLinked(times: readonly LinkTime[], at: number): ApiError {
  const linkEndedAt = endedAt(times, at);
  return new ApiError(codes.vehicleNotLinked, linkEndedAt === null ? null : { linkEndedAt });
}

export async function findVehicle(
  services: Services,
  vehicleId: string | null,
): Promise<Vehicle | null> {
  return vehicleId === null ? null : vehicleSource(services).find(vehicleId);
}

export function vehicleSource(services: Services, vehicleId?: string): VehicleSource {
  const { config, store } = services;
  const backend = vehicleId === SANDBOX_ID ? undefined : backendLocation(config);
  return backend ? backendSource(backend) : storeSource(store.db, storageOf(services, 'series'));
}

export function liveSource(services: Services, vehicleId?: string): LiveSource {
  const backend = vehicleId === SANDBOX_ID ? undefined : backendLocation(services.config);
  return backend ? backendLiveSource(backend, services.now) : storedLiveSource(services);
}
