import { codes } from '#contract/codes.ts';
import { type ApplicationState, statesThatKnow } from '#contract/stored-application.ts';
import { isLinkedAt, type LinkTime } from '#machines/link.ts';
import type { OnError, Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { endedAt } from '#server/vehicles/link-times.ts';
import { linkTimes, vehicleSource } from '#server/vehicles/linked-vehicles.ts';
import { CLOCK } from './application-row.ts';
import { applyEvent } from './apply-event.ts';

type Subject = Awaited<ReturnType<ReturnType<typeof selectSubjects>['execute']>>[number];

interface Link {
  /** Start of the current link; 0 if open. Null without a link, or if the source fails. */
  linkedSince: number | null;
  /** End of the last link; null while the vehicle is linked, and for public-sector bodies. */
  linkEndedAt: number | null;
}

export async function readLink(
  services: Services,
  { vehicle_id, link_ended_at, email }: Pick<Subject, 'vehicle_id' | 'link_ended_at' | 'email'>,
): Promise<Link> {
  if (vehicle_id === null) return { linkedSince: null, linkEndedAt: null };
  return linkIn(await linkTimes(services, email, vehicle_id), link_ended_at, services.now());
}

function linkIn(times: readonly LinkTime[], link_ended_at: number | null, at: number): Link {
  const present = times.find((time) => isLinkedAt([time], at));
  if (present) return { linkedSince: present.from, linkEndedAt: null };
  // A link that disappeared without an end counts as ended when this was first noticed.
  return { linkedSince: null, linkEndedAt: endedAt(times, at) ?? link_ended_at ?? at };
}

export function readLinkOrLastKnown(
  services: Services,
  subject: Parameters<typeof readLink>[1],
): Promise<Link> {
  return readLink(services, subject).catch(() => ({
    linkedSince: null,
    linkEndedAt: subject.link_ended_at,
  }));
}

const followed = statesThatKnow('link.ended');

/**
 * Returns the rows of an account with the present ends of their links, which are stored only once an
 * hour. If reading fails, the stored ends remain.
 */
export async function withLinkEnds<
  Row extends Pick<Subject, 'vehicle_id' | 'link_ended_at'> & { state: string },
>(services: Services, email: string, rows: readonly Row[]): Promise<Row[]> {
  const isFollowed = ({ state, vehicle_id }: Row) =>
    vehicle_id !== null && followed.includes(state as ApplicationState);
  if (!rows.some(isFollowed)) return [...rows];
  const linked = await vehicleSource(services)
    .linkedTo(email)
    .catch(() => null);
  const at = services.now();
  return rows.map((row) => {
    if (!linked || !isFollowed(row)) return row;
    const times = linked.find(({ vehicleId }) => vehicleId === row.vehicle_id)?.times ?? [];
    return { ...row, link_ended_at: linkIn(times, row.link_ended_at, at).linkEndedAt };
  });
}

export async function requireLink(services: Services, number: string): Promise<void> {
  const linkEndedAt = await syncVehicleLink(services, number);
  if (linkEndedAt !== null) throw new ApiError(codes.vehicleNotLinked, { linkEndedAt });
}

export async function syncVehicleLink(services: Services, number: string): Promise<number | null> {
  const subject = await selectSubjects(services)
    .where('application.number', '=', number)
    .executeTakeFirst();
  return subject ? follow(services, subject) : null;
}

/**
 * Updates all open applications with the state of their links. When a link ends, the requester and
 * the desk are e-mailed. Errors of single applications go to `onError`.
 */
export async function syncVehicleLinks(
  services: Services,
  onError: OnError = console.error,
): Promise<void> {
  if (services.clock?.isOff) return;
  for (const subject of await selectSubjects(services).execute())
    await follow(services, subject).catch(onError);
}

function selectSubjects({ store }: Services) {
  return store.db
    .selectFrom('application')
    .innerJoin('account', 'account.id', 'application.requester_id')
    .select(['application.number', 'application.revision', 'application.vehicle_id'])
    .select(['application.link_ended_at', 'account.email'])
    .where('application.state', 'in', followed);
}

async function follow(services: Services, subject: Subject): Promise<number | null> {
  const { number, revision, link_ended_at } = subject;
  const { linkEndedAt: ended } = await readLink(services, subject);
  if ((ended === null) === (link_ended_at === null)) return ended;
  const sent = { by: CLOCK, at: services.now(), revision };
  const event =
    ended === null
      ? ({ type: 'link.renewed', ...sent } as const)
      : ({ type: 'link.ended', endedAt: ended, ...sent } as const);
  try {
    await applyEvent(services, number, event);
  } catch (error) {
    // The application was changed in the meantime; the next run checks its link again.
    if (!(error instanceof ApiError && error.code === codes.outdated)) throw error;
  }
  return ended;
}
