import { isLinkedAt, type LinkTime } from '#machines/link.ts';
import type { LinkedVehicle, TimeRange, Vehicle } from './vehicle-source.ts';

/**
 * Link between a vehicle and a requester. For a third party, `user` is the represented user, with
 * the times of the user's own links; null for others.
 */
interface VehicleLink {
  vehicle: Vehicle;
  time: LinkTime;
  user: { email: string; times: readonly LinkTime[] } | null;
}

export function linkedVehiclesOf(links: readonly VehicleLink[]): LinkedVehicle[] {
  const byId = new Map<string, LinkedVehicle>();
  for (const { vehicle, time, user } of links) {
    const linked = byId.get(vehicle.vehicleId) ?? { ...vehicle, times: [], links: [] };
    const times = user ? shared(time, user.times) : [time];
    linked.times.push(...times);
    linked.links.push({ onBehalfOf: user?.email ?? null, times });
    byId.set(vehicle.vehicleId, linked);
  }
  return [...byId.values()]
    .map((linked) => ({ ...linked, times: joined(linked.times) }))
    .filter(({ times }) => times.length > 0)
    .sort((a, b) => compare(a.name, b.name) || compare(a.vehicleId, b.vehicleId));
}

/** Returns the user for whom a third party's account acts at a time; null for a user's account. */
export function representedUser(links: LinkedVehicle['links'], at: number): string | null {
  const current = links.filter(({ times }) => isLinkedAt(times, at));
  const isUser = current.some(({ onBehalfOf }) => onBehalfOf === null);
  return isUser ? null : (current[0]?.onBehalfOf ?? null);
}

export function rangesWithin({ from, to }: TimeRange, times: readonly LinkTime[]): TimeRange[] {
  return times
    .map((time) => ({ from: Math.max(from, time.from), to: Math.min(to, endOf(time)) }))
    .filter((range) => range.from < range.to);
}

export function endedAt(times: readonly LinkTime[], at: number): number | null {
  const ends = times.map(endOf).filter((end) => end > at);
  return ends.length > 0 || times.length === 0 ? null : Math.max(...times.map(endOf));
}

function shared(time: LinkTime, others: readonly LinkTime[]): LinkTime[] {
  return rangesWithin({ from: time.from, to: endOf(time) }, others).map(({ from, to }) => ({
    from,
    until: to === Number.POSITIVE_INFINITY ? null : to,
  }));
}

export function joined(times: readonly LinkTime[]): LinkTime[] {
  const result: LinkTime[] = [];
  for (const time of [...times].sort((a, b) => a.from - b.from)) {
    if (endOf(time) <= time.from) continue;
    const last = result.at(-1);
    if (last && time.from <= endOf(last)) {
      if (endOf(time) > endOf(last)) last.until = time.until;
    } else result.push({ ...time });
  }
  return result;
}

function endOf({ until }: LinkTime): number {
  return until ?? Number.POSITIVE_INFINITY;
}

const compare = (a: string, b: string) => (a < b ? -1 : Number(a > b));
