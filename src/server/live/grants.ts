import { randomInt, randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { SuspensionGround } from '#contract/live/grants.ts';
import { durableMachine } from '#lib/durable-machine/durable-machine.ts';
import { type GrantEvent, grantMachine } from '#machines/grant.machine.ts';
import { MAX_GRANT_LIFETIME } from '#machines/limits.ts';
import type { LinkTime } from '#machines/link.ts';
import type { Store } from '#server/platform/database/database.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account } from '#server/platform/http/route.ts';
import { notLinked } from '#server/vehicles/linked-vehicles.ts';
import { mailAuthority, mailGrantOwner } from './grant-mails.ts';
import { findLink, type OwnLink } from './own-link.ts';
import { tokenMacs } from './token-format.ts';

export type GrantRow = Selectable<Schema['live_grant']>;

export const CLOCK = { role: 'clock', id: 'clock' } as const;

/** `link`: for `grant.confirm`. `ground` and `substantiation`: for `sharing.suspend`. */
export interface GrantDetails {
  link?: OwnLink;
  ground?: SuspensionGround;
  substantiation?: string;
  /** Continues a suspension of earlier access. The authority was notified of it then. */
  continues?: true;
}

export const grants = durableMachine<typeof grantMachine, Scope, string, GrantRow, GrantDetails>(
  grantMachine,
  {
    async load({ services: { store }, trx }, id) {
      const query = trx.selectFrom('live_grant').selectAll().where('id', '=', id);
      const row = await store.forUpdate(query).executeTakeFirst();
      if (!row) throw new ApiError(codes.notFound);
      return row;
    },

    read: ({ state, account_id: owner, ends_at: endsAt, paused_at }) => ({
      state,
      context: { owner, endsAt, isPaused: paused_at !== null },
    }),

    async save({ services, trx }, { event, row, details }, { state, context }) {
      if (!event) throw new Error('Live access begins by being requested');
      const changed: GrantRow = {
        ...row,
        state,
        ends_at: context.endsAt,
        ...columnsOf(event, details),
      };
      await trx.updateTable('live_grant').set(changed).where('id', '=', row.id).execute();
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
      return { ...(details.link && linkColumns(details.link)), confirmed_at: at };
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

/** Tokens that end with the access end with it after a renewal, too. */
async function renewTokens({ services, trx }: Scope, grant: GrantRow, ends_at: number) {
  const tokens = await trx
    .selectFrom('live_token')
    .selectAll()
    .where('grant_id', '=', grant.id)
    .where('ends_at', '=', grant.ends_at)
    .where('revoked_at', 'is', null)
    .execute();
  for (const token of tokens) {
    // Under the secret of before: it is that of the token's digest.
    const secret = tokenMacs(services.config, token).indexOf(token.mac);
    const mac = tokenMacs(services.config, { ...token, ends_at })[secret];
    if (mac !== undefined)
      await trx
        .updateTable('live_token')
        .set({ ends_at, mac })
        .where('id', '=', token.id)
        .execute();
  }
}

const linkColumns = ({ vehicle, time }: OwnLink) => ({
  vin: vehicle.vin,
  vehicle_name: vehicle.name,
  linked_from: time.from,
  linked_until: time.until,
});

/**
 * Opens live access for the owner of a vehicle, or returns the access that is open already. Needs
 * no review (Art. 4(5)): the vehicle source confirms the link. While the source is unavailable, the
 * access stays requested, and the clock confirms it later.
 * @throws {ApiError} `vehicleNotLinked`
 */
export async function requestGrant(
  services: Services,
  account: Pick<Account, 'id' | 'email'>,
  vehicleId: string,
): Promise<GrantRow> {
  const link = await findLink(services, account.email, vehicleId).catch((error) => {
    if (error instanceof ApiError && error.code === codes.otherSystemAway) return undefined;
    throw error;
  });
  if (link === null) throw notLinked([], services.now());
  return changeGrants(services, async (trx) => {
    const scope = { services, trx };
    // Two calls at once open one access: the second one waits for the account.
    await services.store
      .forUpdate(trx.selectFrom('account').select('id').where('id', '=', account.id))
      .execute();
    const earlier = await trx
      .selectFrom('live_grant')
      .selectAll()
      .where('account_id', '=', account.id)
      .where('vehicle_id', '=', vehicleId)
      .orderBy('requested_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (earlier && earlier.ended_at === null) return earlier;
    const at = services.now();
    const endsAt = at + MAX_GRANT_LIFETIME;
    const row = await grants.start(
      scope,
      { owner: account.id, endsAt },
      async ({ state }) => {
        const requested: GrantRow = {
          id: randomUUID(),
          public_id: earlier?.public_id ?? publicIdOf(link?.vehicle.name ?? ''),
          account_id: account.id,
          recipient_id: account.id,
          vehicle_id: vehicleId,
          vin: null,
          vehicle_name: null,
          state,
          requested_at: at,
          ends_at: endsAt,
          linked_from: null,
          linked_until: null,
          confirmed_at: null,
          paused_at: null,
          suspended_at: null,
          suspended_by: null,
          ground: null,
          substantiation: null,
          ended_at: null,
          ended_because: null,
        };
        await trx.insertInto('live_grant').values(requested).execute();
        return requested;
      },
      {},
    );
    return link ? confirmGrant(scope, row, link) : row;
  });
}

/** Confirms access. A suspension that was not lifted before earlier access ended continues. */
async function confirmGrant(scope: Scope, grant: GrantRow, link: OwnLink): Promise<GrantRow> {
  const { account_id, vehicle_id } = grant;
  const at = scope.services.now();
  const confirmed = await grants.send(
    scope,
    grant.id,
    { type: 'grant.confirm', by: CLOCK, at },
    { link },
  );
  const earlier = await scope.trx
    .selectFrom('live_grant')
    .selectAll()
    .where('account_id', '=', account_id)
    .where('vehicle_id', '=', vehicle_id)
    .where('ended_at', 'is not', null)
    .orderBy('ended_at', 'desc')
    .limit(1)
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
  return changeGrants(services, (trx) => grants.send({ services, trx }, id, event, details));
}

const changeListeners = new WeakMap<Store['chain'], Set<() => void>>();

/** Calls the listener after each change of grants or tokens by this process. */
export function onGrantChange({ store }: Services, listener: () => void): () => void {
  const listeners = changeListeners.get(store.chain) ?? new Set();
  changeListeners.set(store.chain, listeners);
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Runs `work` in a transaction that changes grants or tokens, then closes the streams of ended access. */
export async function changeGrants<T>(
  services: Services,
  work: (trx: Scope['trx']) => Promise<T>,
): Promise<T> {
  const result = await services.store.transact(work);
  for (const listener of changeListeners.get(services.store.chain) ?? []) listener();
  return result;
}

const ID_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const ID_LENGTH = 4;

/** `lumo-7k2m`: readable in URLs and programs, without the VIN. */
function publicIdOf(name: string): string {
  const [first = ''] = name.toLowerCase().match(/[a-z]{3,12}/) ?? [];
  const letters = Array.from(
    { length: ID_LENGTH },
    () => ID_LETTERS[randomInt(ID_LETTERS.length)],
  ).join('');
  return `${first || 'car'}-${letters}`;
}

const BATCH = 100;

/** Ends access whose date has passed. Errors of single grants go to `onError`. */
export async function expireGrants(
  services: Services,
  onError: (error: unknown) => void = console.error,
): Promise<void> {
  const at = services.now();
  const over = await services.store.db
    .selectFrom('live_grant')
    .select('id')
    .where('ended_at', 'is', null)
    .where('ends_at', '<=', at)
    .execute();
  for (const { id } of over)
    await sendUnlessChanged(services, id, { type: 'grant.expired', by: CLOCK, at }).catch(onError);
}

/**
 * Ends access whose vehicle link has ended, and confirms access that waits for the vehicle source.
 * Errors of single grants go to `onError`.
 */
export async function syncGrantLinks(
  services: Services,
  onError: (error: unknown) => void = console.error,
): Promise<void> {
  if (services.clock?.isOff) return;
  for (let last = ''; ; ) {
    const open = await services.store.db
      .selectFrom('live_grant')
      .innerJoin('account', 'account.id', 'live_grant.account_id')
      .selectAll('live_grant')
      .select('account.email')
      .where('live_grant.ended_at', 'is', null)
      .where('live_grant.id', '>', last)
      .orderBy('live_grant.id')
      .limit(BATCH)
      .execute();
    for (const grant of open) await syncLink(services, grant).catch(onError);
    if (open.length < BATCH) return;
    last = open.at(-1)?.id ?? '';
  }
}

async function syncLink(services: Services, grant: GrantRow & { email: string }): Promise<void> {
  const by = { by: CLOCK, at: services.now() };
  const link = await findLink(services, grant.email, grant.vehicle_id);
  if (link === null) await sendUnlessChanged(services, grant.id, { type: 'link.ended', ...by });
  else if (grant.state === 'requested')
    await unlessChanged(
      changeGrants(services, (trx) => confirmGrant({ services, trx }, grant, link)),
    );
  else if (!isSameTime(grant, link.time))
    await services.store.transact((trx) =>
      trx
        .updateTable('live_grant')
        .set({ linked_from: link.time.from, linked_until: link.time.until })
        .where('id', '=', grant.id)
        .execute(),
    );
}

const isSameTime = ({ linked_from, linked_until }: GrantRow, { from, until }: LinkTime) =>
  linked_from === from && linked_until === until;

/** Another process may have sent the same event a moment before. */
export async function sendUnlessChanged(
  services: Services,
  id: string,
  event: GrantEvent,
  details: GrantDetails = {},
): Promise<void> {
  await unlessChanged(sendGrantEvent(services, id, event, details));
}

async function unlessChanged(sent: Promise<unknown>): Promise<void> {
  try {
    await sent;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === codes.notAllowedNow)) throw error;
  }
}

/** Erases access that ended `RECORD_DAYS` ago, with its tokens. */
export async function purgeGrants({ store, config, now }: Services): Promise<void> {
  await store.transact(async (trx) => {
    const over = trx
      .selectFrom('live_grant')
      .select('id')
      .where('ended_at', '<=', now() - config.RECORD_DAYS);
    const tokens = trx.selectFrom('live_token').select('id').where('grant_id', 'in', over);
    await trx.deleteFrom('live_token_use').where('token_id', 'in', tokens).execute();
    await trx.deleteFrom('live_token').where('grant_id', 'in', over).execute();
    await trx
      .deleteFrom('live_grant')
      .where('ended_at', '<=', now() - config.RECORD_DAYS)
      .execute();
  });
}
