import { codes } from '#contract/codes.ts';
import type { DataOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Language } from '#contract/languages.ts';
import { tileSignals, USAGE_DAYS } from '#contract/live/grants.ts';
import type { GrantEvent } from '#machines/grant.machine.ts';
import { MAX_GRANT_LIFETIME } from '#machines/limits.ts';
import { causeInLaw } from '#server/applications/law-texts.ts';
import { appendAuditEvent, recordRead } from '#server/platform/audit/audit-log.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { RateLimiter } from '#server/platform/http/rate-limiter.ts';
import type { Account, Route } from '#server/platform/http/route.ts';
import { dayOf, plusDays } from '#server/platform/words/calendar.ts';
import { fallbackIfUnavailable } from '#server/vehicles/backend-error.ts';
import { vehiclesInUse } from '#server/vehicles/linked-vehicles.ts';
import { hasSandboxCar, SANDBOX_ID, SANDBOX_NAME } from '#server/vehicles/sandbox-car.ts';
import { ApiProblem } from './api-problem.ts';
import { sendStream } from './event-stream.ts';
import {
  changeGrant,
  changeLimit,
  type GrantDetails,
  type GrantRow,
  grants,
  requestGrant,
  sendGrantEvent,
} from './grants.ts';
import { accessOfOwner } from './open-token.ts';
import { readDay } from './read-day.ts';
import { createToken, revokeToken } from './tokens.ts';

const MAX_GRANTS_AT_DESK = 100;

export function grantRoutes(route: Route, services: Services): void {
  const { store, now } = services;
  const rateLimiter = new RateLimiter(services);

  route(endpoints.liveAccess, (_, { account, language }) =>
    readLiveAccess(services, account, language),
  );

  route(endpoints.liveGrantRequest, async ({ vehicleId }, { account }) => {
    const { id: grantId, state } = await requestGrant(services, account, vehicleId);
    return { grantId, state };
  });

  route(endpoints.liveGrantChange, async ({ grantId, change }, { account }) => {
    await ownGrant(services, account, grantId);
    // Ending is not limited: access can be ended only once per start, and starts are limited.
    if (change !== 'end')
      await store.transact((trx) => rateLimiter.consume(trx, [changeLimit(account)]));
    const by = { role: 'requester', id: account.id } as const;
    const at = now();
    const event: GrantEvent =
      change === 'renew'
        ? { type: 'grant.renew', by, at, endsAt: at + MAX_GRANT_LIFETIME }
        : { type: `grant.${change}`, by, at };
    const { state } = await sendGrantEvent(services, grantId, event);
    return { grantId, state };
  });

  route(endpoints.liveTokenCreate, ({ ends, ...wanted }, { account }) =>
    createToken(services, account, { ...wanted, days: ends === 'access' ? null : Number(ends) }),
  );

  route(endpoints.liveTokenRevoke, async ({ tokenId }, { account }) => {
    await revokeToken(services, account, tokenId);
    return { tokenId };
  });

  route(endpoints.liveDay, async ({ grantId }, { account }) =>
    readDay(services, await openAccess(services, account, grantId)),
  );

  route(endpoints.liveStream, async ({ grantId }, caller) => {
    const { account, request, reply, isSignedIn } = caller;
    const readAccess = async () =>
      (await isSignedIn()) ? accessOfOwner(services, account, grantId) : null;
    const access = await openAccess(services, account, grantId);
    const watched = { access, readAccess, signals: tileSignals.join(',') };
    return sendStream(request, reply, services, watched).catch((error) => {
      if (!(error instanceof ApiProblem)) throw error;
      throw new ApiError(codes.notAllowedNow, { state: error.problem });
    });
  });

  route(endpoints.deskGrants, async ({ search }, { account, language }) => {
    const shown = await readGrantsAtDesk(services, account, search, language);
    const detail = shown.map(({ grant }) => grant.grantId).join(' ');
    if (detail) recordRead(services, { by: account, action: 'grant.list', detail });
    return { grants: shown };
  });

  route(endpoints.deskGrantSuspend, ({ grantId, ...reasons }, { account }) =>
    changeAtDesk(services, account, grantId, 'suspend', reasons),
  );

  route(endpoints.deskGrantResume, ({ grantId }, { account }) =>
    changeAtDesk(services, account, grantId, 'resume', {}),
  );
}

async function openAccess(services: Services, account: Account, grantId: string) {
  const opened = await accessOfOwner(services, account, grantId);
  if ('access' in opened) return opened.access;
  throw new ApiError(codes.notAllowedNow, { state: opened.problem });
}

function changeAtDesk(
  services: Services,
  account: Account,
  grantId: string,
  change: 'suspend' | 'resume',
  details: GrantDetails,
) {
  return changeGrant(services, grantId, async (trx) => {
    const by = { role: 'reviewer', id: account.id } as const;
    const event = { type: `sharing.${change}`, by, at: services.now() } as const;
    const { state, public_id } = await grants.send({ services, trx }, grantId, event, details);
    const action = `grant.${change}` as const;
    const detail = `${grantId} ${public_id}`;
    await appendAuditEvent(services, trx, { by: account, action, detail });
    return { grantId, state };
  });
}

async function ownGrant({ store }: Services, { id }: Account, grantId: string): Promise<void> {
  const found = await store.db
    .selectFrom('live_grant')
    .select('id')
    .where('id', '=', grantId)
    .where('account_id', '=', id)
    .executeTakeFirst();
  if (!found) throw new ApiError(codes.notFound);
}

async function readLiveAccess(
  services: Services,
  account: Account,
  language: Language,
): Promise<DataOf<typeof endpoints.liveAccess>> {
  // While the vehicle source is unavailable, open access is still shown, so that it can be ended.
  const linked = (await fallbackIfUnavailable(vehiclesInUse(services, account.email))) ?? [];
  const rows = await services.store.db
    .selectFrom('live_grant')
    .selectAll()
    .where('account_id', '=', account.id)
    .orderBy('requested_at', 'desc')
    .execute();
  const own = linked.filter(({ onBehalfOf }) => onBehalfOf === null);
  // Also shows open access to a vehicle that was sold, until `syncGrantLinks` ends it.
  const others = rows.filter(
    (row) =>
      row.ended_at === null &&
      row.vehicle_id !== SANDBOX_ID &&
      !own.some((car) => car.vehicleId === row.vehicle_id),
  );
  const latest = (vehicleId: string) => rows.find((row) => row.vehicle_id === vehicleId) ?? null;
  const tokens = await tokensOf(
    services,
    rows.map(({ id }) => id),
  );
  const cars = [
    ...own,
    ...others.map(({ vehicle_id, vehicle_name, public_id }) => ({
      vehicleId: vehicle_id,
      name: vehicle_name ?? public_id,
    })),
    ...(hasSandboxCar(services.config) ? [{ vehicleId: SANDBOX_ID, name: SANDBOX_NAME }] : []),
  ];
  return {
    cars: cars.map(({ vehicleId, name }) => {
      const grant = latest(vehicleId);
      const isOpen = grant?.ended_at === null;
      return {
        vehicleId,
        name,
        publicId: grant?.public_id ?? null,
        isSandbox: vehicleId === SANDBOX_ID,
        grant: grant && grantOf(grant, language),
        tokens: isOpen
          ? (tokens.get(grant.id) ?? []).filter(({ revokedAt }) => revokedAt === null)
          : [],
      };
    }),
  };
}

function grantOf(row: GrantRow, language: Language) {
  const { suspended_at, ground, substantiation, ended_at, ended_because } = row;
  return {
    grantId: row.id,
    state: row.state,
    requestedAt: row.requested_at,
    endsAt: row.ends_at,
    pausedAt: row.paused_at,
    suspended:
      suspended_at !== null && ground !== null
        ? {
            at: suspended_at,
            ground: causeInLaw(language, ground),
            substantiation: substantiation ?? '',
          }
        : null,
    ended: ended_at !== null && ended_because ? { at: ended_at, reason: ended_because } : null,
  };
}

async function tokensOf({ store, config, now }: Services, grantIds: readonly string[]) {
  const rows = await store.db
    .selectFrom('live_token')
    .selectAll()
    .where(store.inList('grant_id', grantIds))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .execute();
  const today = dayOf(now(), config.TIME_ZONE);
  const days = Array.from({ length: USAGE_DAYS }, (_, index) =>
    plusDays(today, index - USAGE_DAYS + 1),
  );
  const ids = rows.map(({ id }) => id);
  const uses = await store.db
    .selectFrom('live_token_use')
    .selectAll()
    .where(store.inList('token_id', ids))
    .where('day', '>=', days[0] ?? today)
    .execute();
  const callsOn = new Map(uses.map(({ token_id, day, calls }) => [`${token_id} ${day}`, calls]));
  return Map.groupBy(
    rows.map((row) => ({
      grantId: row.grant_id,
      tokenId: row.id,
      name: row.name,
      prefix: row.prefix,
      dataTypes: JSON.parse(row.data_types_json),
      createdAt: row.created_at,
      endsAt: row.ends_at,
      revokedAt: row.revoked_at,
      lastUsedAt: row.last_used_at,
      lastNetwork: row.last_network,
      calls: days.map((day) => Number(callsOn.get(`${row.id} ${day}`) ?? 0)),
    })),
    ({ grantId }) => grantId,
  );
}

async function readGrantsAtDesk(
  services: Services,
  account: Account,
  search: string | undefined,
  language: Language,
): Promise<DataOf<typeof endpoints.deskGrants>['grants']> {
  const { store } = services;
  let query = store.db
    .selectFrom('live_grant')
    .innerJoin('account', 'account.id', 'live_grant.account_id')
    .selectAll('live_grant')
    .select('account.email')
    .orderBy('live_grant.requested_at', 'desc')
    .limit(MAX_GRANTS_AT_DESK);
  if (search)
    query = query.where(({ or, eb }) =>
      or([
        eb('live_grant.vin', '=', search.toUpperCase()),
        eb('live_grant.public_id', '=', search.toLowerCase()),
        eb('account.email', '=', search.toLowerCase()),
      ]),
    );
  const rows = await query.execute();
  const tokens = await tokensOf(
    services,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => ({
    grant: grantOf(row, language),
    vehicleName: row.vehicle_name,
    publicId: row.public_id,
    vin: row.vin,
    owner: row.email,
    isOwn: row.account_id === account.id,
    tokens: tokens.get(row.id) ?? [],
  }));
}
