import { isLinkedAt, type LinkTime } from '#machines/link.ts';
import { oncePerStore, type Services } from '#server/platform/database/services.ts';
import { backendLocation } from '#server/vehicles/backend-access.ts';
import { joined, representedUser } from '#server/vehicles/link-times.ts';
import { vehicleSource } from '#server/vehicles/linked-vehicles.ts';
import {
  hasSandboxCar,
  SANDBOX_ID,
  SANDBOX_NAME,
  SANDBOX_VIN,
} from '#server/vehicles/sandbox-car.ts';
import type { Vehicle } from '#server/vehicles/vehicle-source.ts';
import { RecentValues } from './recent-values.ts';

export interface OwnLink {
  vehicle: Vehicle;
  /** The current link: earlier links of the same account give no live access. */
  time: LinkTime;
}

/** The simulated car, whose live data every account may read. */
const sandboxLink: OwnLink = {
  vehicle: { vehicleId: SANDBOX_ID, vin: SANDBOX_VIN, name: SANDBOX_NAME },
  time: { from: 0, until: null },
};

/**
 * Returns the current link of an owner; null if the vehicle is not linked to the address now, or
 * only on behalf of another user.
 */
export async function findLink(
  services: Services,
  email: string,
  vehicleId: string,
): Promise<OwnLink | null> {
  if (vehicleId === SANDBOX_ID) return hasSandboxCar(services.config) ? sandboxLink : null;
  const at = services.now();
  const [linked] = await vehicleSource(services).linkedTo(email, vehicleId);
  if (!linked || representedUser(linked.links, at) !== null) return null;
  const own = joined(
    linked.links.flatMap(({ onBehalfOf, times }) => (onBehalfOf === null ? times : [])),
  );
  const time = own.find((each) => isLinkedAt([each], at));
  const { vin, name } = linked;
  return time ? { vehicle: { vehicleId, vin, name }, time } : null;
}

/**
 * Age in ms up to which a link is not looked up again. Longer for a maker's back end: a call over
 * HTTP for each open stream every two seconds would overload it.
 */
const MAX_AGE = { embedded: 500, backend: 60_000 };

const recentLinks = oncePerStore(() => new RecentValues<OwnLink | null>());

/** Like `findLink`, from a cache in memory. A missing link ends the access, so it is not cached. */
export async function recentLink(
  services: Services,
  email: string,
  vehicleId: string,
): Promise<OwnLink | null> {
  const maxAge = backendLocation(services.config) ? MAX_AGE.backend : MAX_AGE.embedded;
  const links = recentLinks(services);
  const key = `${email}\n${vehicleId}`;
  const find = () => findLink(services, email, vehicleId);
  const link = await links.get(key, services.now(), maxAge, find);
  if (link === null) links.delete(key);
  return link;
}
