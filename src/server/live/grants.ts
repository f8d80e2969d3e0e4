import { randomInt, randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { SuspensionGround } from '#contract/live/grants.ts';
import { durableMachine } from '#lib/durable-machine/durable-machine.ts';
import { DAY } from '#lib/words/durations.ts';
import { type GrantEvent, grantMachine } from '#machines/grant.machine.ts';
import { MAX_GRANT_LIFETIME } from '#machines/limits.ts';
import { CLOCK } from '#server/applications/application-row.ts';
import { lockRow, updateRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { oncePerStore, type Scope, type Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { type RateLimit, RateLimiter } from '#server/platform/http/rate-limiter.ts';
import type { Account } from '#server/platform/http/route.ts';
import { notLinked } from '#server/vehicles/linked-vehicles.ts';
import { mailAuthority, mailGrantOwner } from './grant-mails.ts';
import { findLink, type OwnLink } from './own-link.ts';
import { tokenMacs } from './token-format.ts';

export type GrantRow = Selectable<Schema['live_grant']>;

/** `link`: for `grant.confirm`. `ground` and `substantiation`: for `sharing.suspend`. */
export interface GrantDetails {
  link?: OwnLink;
  ground?: SuspensionGround;
  substantiation?: string;
  /** Set if an earlier suspension continues: the authority has already been notified of it. */
  continues?: true;
}

export const grants = durableMachine<typeof grantMachine, Scope, string, GrantRow, GrantDetails>(
  grantMachine,
  {
    async load({ services: { store }, trx }, id) {
      const row = await lockRow(store, trx, 'live_grant', { id });
      if (!row) throw new ApiError(codes.notFound);
      return row;
    },

    read: ({ state, account_id: owner, ends_at: endsAt, paused_at }) => ({
      state,
      context: { owner, endsAt, isPaused: paused_at !== null },
    }),

    async save({ services, trx }, { event, row, details }, { state, context }) {
      if (!event) throw new Error('Live access must start with the request');
      const changed: GrantRow = {
        ...row,
        state,
        ends_at: context.endsAt,
        ...columnsOf(event, details),
      };
      await updateRows(trx, 'live_grant', { id: row.id }, changed);
      if (event.type === 'grant.renew') await renewTokens({ services, trx }, row, changed.ends_at);
      return changed;
    },

    notAccepted: (_, { row: { state } }) => new ApiError(codes.notAllowedNow, { state }),

    effects: {
      notifyOwner: (scope, { event, row }) => mailGrantOwner(scope, row, event?.type),
      notifyAuthority: async (scope, { row, details }) => {
        if (!details.continues) await mailAuthority(scope, row);
      },
    },
  },
);

function columnsOf({ type, at, by }: GrantEvent, details: GrantDetails): Partial<GrantRow> {
  switch (type) {
    case 'grant.confirm':
      return { ...(details.link && columnsOfLink(details.link)), confirmed_at: at };
    case 'grant.pause':
      return { paused_at: at };
    case 'grant.resume':
      return { paused_at: null };
    case 'grant.renew':
      return {};
    case 'sharing.suspend':
      return {
        suspended_at: at,
        suspended_by: by.id,
        ground: details.ground ?? null,
        substantiation: details.substantiation ?? null,
      };
    case 'sharing.resume':
      return { suspended_at: null, suspended_by: null, ground: null, substantiation: null };
    case 'grant.end':
      return { ended_at: at, ended_because: 'owner' };
    case 'grant.expired':
      return { ended_at: at, ended_because: 'date' };
    case 'link.ended':
      return { ended_at: at, ended_because: 'link' };
  }
}

async function renewTokens({ services, trx }: Scope, grant: GrantRow, ends_at: number) {
  const tokens = trx
    .selectFrom('live_token')
    .selectAll()
    .where('grant_id', '=', grant.id)
    .where('ends_at', '=', grant.ends_at)
    .where('revoked_at', 'is', null);
  for (const token of await services.store.forUpdate(tokens).execute()) {
    // Signs with the secret of the previous `mac`, because `digest` was computed with it, too.
    const secret = tokenMacs(services.config, token).indexOf(token.mac);
    const mac = tokenMacs(services.config, { ...token, ends_at })[secret];
    if (mac !== undefined) await updateRows(trx, 'live_token', { id: token.id }, { ends_at, mac });
  }
}

const columnsOfLink = ({ vehicle, time }: OwnLink) => ({
  vin: vehicle.vin,
  vehicle_name: vehicle.name,
  linked_from: time.from,
  linked_until: time.until,
});

/**
 * Limits creations, because each one sends a mail and adds a row. Allows ten tokens a day for each
 * of five cars.
 */
export const creationLimit = ({ id }: Pick<Account, 'id'>): RateLimit => ({
  kind: 'liveAccessOfAccount',
  subject: id,
  count: 50,
  period: DAY,
});

/** Limits changes, because each one notifies the open streams of the grant. */
export const changeLimit = ({ id }: Pick<Account, 'id'>): RateLimit => ({
  kind: 'liveAccessOfAccount',
  subject: `changes of ${id}`,
  count: 60,
});

/**
 * Opens live access for the owner of a vehicle, or returns the access that is already open. Needs
 * no review (Art. 4(5)): the vehicle source confirms the link. While the source is unavailable, the
 * access stays requested, and a periodic job confirms it later.
 * @throws {ApiError} `vehicleNotLinked`, `tooMany`
 */
export async function requestGrant(
  services: Services,
  account: Pick<Account, 'id' | 'email'>,
  vehicleId: string,
): Promise<GrantRow> {
  const link = await findLink(services, account.email, vehicleId).catch((error) => {
    if (error instanceof ApiError && error.code === codes.otherSystemUnavailable) return undefined;
    throw error;
  });
  if (link === null) throw notLinked([], services.now());
  return services.store.transact(async (trx) => {
    const scope = { services, trx };
    // Two concurrent calls open one access: the second one waits for the lock on the account.
    await lockRow(services.store, trx, 'account', { id: account.id });
    const earlier = await grantsOf(trx, account.id, vehicleId)
      .orderBy('requested_at', 'desc')
      .executeTakeFirst();
    if (earlier && earlier.ended_at === null) return earlier;
    await new RateLimiter(services).consume(trx, [creationLimit(account)]);
    const at = services.now();
    const endsAt = at + MAX_GRANT_LIFETIME;
    const row = await grants.start(
      scope,
      { owner: account.id, endsAt },
      async ({ state }) => {
        const requested = {
          id: randomUUID(),
          public_id: earlier?.public_id ?? publicIdOf(link?.vehicle.name ?? ''),
          account_id: account.id,
          recipient_id: account.id,
          vehicle_id: vehicleId,
          state,
          requested_at: at,
          ends_at: endsAt,
        };
        return trx
          .insertInto('live_grant')
          .values(requested)
          .returningAll()
          .executeTakeFirstOrThrow();
      },
      {},
    );
    return link ? confirmGrant(scope, row, link) : row;
  });
}

const grantsOf = (trx: Scope['trx'], accountId: string, vehicleId: string) =>
  trx
    .selectFrom('live_grant')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('vehicle_id', '=', vehicleId);

/** Confirms access. If earlier access ended while it was suspended, the suspension continues. */
export async function confirmGrant(
  scope: Scope,
  grant: GrantRow,
  link: OwnLink,
): Promise<GrantRow> {
  const { account_id, vehicle_id } = grant;
  const at = scope.services.now();
  const event = { type: 'grant.confirm', by: CLOCK, at } as const;
  const confirmed = await grants.send(scope, grant.id, event, { link });
  const earlier = await grantsOf(scope.trx, account_id, vehicle_id)
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .executeTakeFirst();
  if (!earlier?.suspended_by || !earlier.ground) return confirmed;
  const by = { role: 'reviewer', id: earlier.suspended_by } as const;
  const { ground, substantiation } = earlier;
  const reasons = { ground, substantiation: substantiation ?? '', continues: true } as const;
  return grants.send(scope, grant.id, { type: 'sharing.suspend', by, at }, reasons);
}

export function sendGrantEvent(
  services: Services,
  id: string,
  event: GrantEvent,
  details: GrantDetails = {},
): Promise<GrantRow> {
  return changeGrant(services, id, (trx) => grants.send({ services, trx }, id, event, details));
}

/** Ignores the error if another process has just sent the same event. */
export async function ignoreIfAlreadySent(sent: Promise<unknown>): Promise<void> {
  try {
    await sent;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === codes.notAllowedNow)) throw error;
  }
}

type ChangeListener = (grantId: string) => void;

const changeListeners = oncePerStore(() => new Set<ChangeListener>());

export function onGrantChange(
  services: Pick<Services, 'store'>,
  listener: ChangeListener,
): () => void {
  const listeners = changeListeners(services).add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Runs `work` in a transaction that changes a grant or its tokens, then notifies the open responses
 * and caches of this process. A new grant or token has none, so its creation needs no notification.
 */
export async function changeGrant<T>(
  services: Services,
  id: string,
  work: (trx: Scope['trx']) => Promise<T>,
): Promise<T> {
  const result = await services.store.transact(work);
  for (const listener of changeListeners(services)) listener(id);
  return result;
}

const ID_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const ID_LENGTH = 4;

/** Returns an id such as `lumo-7k2m`, which is readable in URLs and does not contain the VIN. */
function publicIdOf(name: string): string {
  const [first = ''] = name.toLowerCase().match(/[a-z]{3,12}/) ?? [];
  const letters = Array.from(
    { length: ID_LENGTH },
    () => ID_LETTERS[randomInt(ID_LETTERS.length)],
  ).join('');
  return `${first || 'car'}-${letters}`;
}
