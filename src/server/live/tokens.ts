import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Selectable } from 'kysely';
import { codes } from '#contract/codes.ts';
import { signalsOf } from '#contract/data-catalogue.ts';
import { type DataType, dataTypes } from '#contract/data-types.ts';
import { MAX_TOKENS } from '#contract/live/grants.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Store } from '#server/platform/database/database.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account } from '#server/platform/http/route.ts';
import { mailGrantOwner } from './grant-mails.ts';
import { CLOCK, changeGrants, onGrantChange, sendUnlessChanged } from './grants.ts';
import { recentLink } from './own-link.ts';
import { countUse } from './token-use.ts';

const PREFIX = 'vda_';
const RANDOM_BYTES = 32;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Base 62 digits of 256 bits, and of a CRC-32. */
const RANDOM_DIGITS = 43;
const CHECK_DIGITS = 6;
const TOKEN = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_DIGITS + CHECK_DIGITS}}$`);
const SHOWN_DIGITS = 4;

/** `vda_`, 256 random bits and their CRC-32 in base 62, which secret scanners can verify. */
export function randomToken(): string {
  const body = `${PREFIX}${base62(BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`), RANDOM_DIGITS)}`;
  return body + base62(BigInt(crc32(body)), CHECK_DIGITS);
}

export function isToken(text: string): boolean {
  if (!TOKEN.test(text)) return false;
  const body = text.slice(0, -CHECK_DIGITS);
  return text.slice(-CHECK_DIGITS) === base62(BigInt(crc32(body)), CHECK_DIGITS);
}

function base62(value: bigint, digits: number): string {
  const base = BigInt(BASE62.length);
  let text = '';
  for (let rest = value; text.length < digits; rest /= base)
    text = BASE62[Number(rest % base)] + text;
  return text;
}

/** Returns the keyed digests of a token, one per secret in `SECRET`. */
const tokenDigests = ({ SECRET }: Config, token: string): string[] =>
  SECRET.map((secret) =>
    createHmac('sha256', secret).update(`live token\n${token}`).digest('base64url'),
  );

/**
 * Creates a token of the account's open grant; returns it in plain text, which is stored nowhere.
 * @throws {ApiError} `notFound`, or `notAllowedNow`: the grant is not active, or has `MAX_TOKENS`
 */
export function createToken(
  services: Services,
  account: Pick<Account, 'id' | 'email'>,
  wanted: { grantId: string; name: string; dataTypes: readonly DataType[]; days: number | null },
): Promise<{ tokenId: string; token: string; endsAt: number }> {
  return changeGrants(services, async (trx) => {
    const at = services.now();
    const query = trx
      .selectFrom('live_grant')
      .selectAll()
      .where('id', '=', wanted.grantId)
      .where('account_id', '=', account.id);
    const grant = await services.store.forUpdate(query).executeTakeFirst();
    if (!grant) throw new ApiError(codes.notFound);
    const { count } = await trx
      .selectFrom('live_token')
      .select(({ fn }) => fn.countAll().as('count'))
      .where('grant_id', '=', grant.id)
      .where('revoked_at', 'is', null)
      .where('ends_at', '>', at)
      .executeTakeFirstOrThrow();
    if (grant.state !== 'active') throw new ApiError(codes.notAllowedNow, { state: grant.state });
    if (Number(count) >= MAX_TOKENS) throw new ApiError(codes.notAllowedNow, { limit: MAX_TOKENS });
    const token = randomToken();
    const tokenId = randomUUID();
    const endsAt =
      wanted.days === null ? grant.ends_at : Math.min(grant.ends_at, at + wanted.days * DAY);
    await trx
      .insertInto('live_token')
      .values({
        id: tokenId,
        grant_id: grant.id,
        name: wanted.name,
        prefix: token.slice(0, PREFIX.length + SHOWN_DIGITS),
        digest: tokenDigests(services.config, token)[0] ?? '',
        data_types_json: JSON.stringify(dataTypes.filter((one) => wanted.dataTypes.includes(one))),
        created_at: at,
        ends_at: endsAt,
        revoked_at: null,
        last_used_at: null,
        last_network: null,
      })
      .execute();
    const action = 'token.create';
    await appendAuditEvent(services, trx, { by: account, action, detail: tokenId });
    await mailGrantOwner({ services, trx }, grant, action, wanted.name);
    return { tokenId, token, endsAt };
  });
}

const DAY = 24 * 60 * 60 * 1000;

/** Revokes a token of the account, or removes one that has ended from its list. */
export function revokeToken(
  services: Services,
  account: Pick<Account, 'id' | 'email'>,
  tokenId: string,
): Promise<void> {
  return changeGrants(services, async (trx) => {
    const revoked = await trx
      .updateTable('live_token')
      .set({ revoked_at: services.now() })
      .where('id', '=', tokenId)
      .where('revoked_at', 'is', null)
      .where('grant_id', 'in', (query) =>
        query.selectFrom('live_grant').select('id').where('account_id', '=', account.id),
      )
      .returning('id')
      .executeTakeFirst();
    if (!revoked) throw new ApiError(codes.notFound);
    const action = 'token.revoke';
    await appendAuditEvent(services, trx, { by: account, action, detail: tokenId });
  });
}

/** What a caller may read now. */
export interface TokenAccess {
  /** Null for the owner's own page. */
  tokenId: string | null;
  grantId: string;
  accountId: string;
  vin: string;
  /** Names the vehicle in URLs. */
  vehicleId: string;
  /** Id of the vehicle in the vehicle source. */
  sourceVehicleId: string;
  vehicleName: string;
  dataTypes: readonly DataType[];
  signals: readonly string[] | 'all';
  /** Time of the present link in ms since the epoch; only data in it may be read. */
  from: number;
  /** Exclusive; `Number.MAX_SAFE_INTEGER` while the vehicle is linked. */
  until: number;
}

export type TokenProblem =
  | 'unknownToken'
  | 'expiredToken'
  | 'revokedToken'
  | 'grantPaused'
  | 'grantSuspended'
  | 'grantEnded';

export type Opened = { access: TokenAccess } | { problem: TokenProblem };

interface OpenRow extends Selectable<Schema['live_grant']> {
  email: string;
  token_id: string | null;
  token_ends_at: number;
  revoked_at: number | null;
  data_types_json: string;
}

/** Time in ms for which a token is not looked up again. */
const MAX_AGE = 1000;
const MAX_CACHED = 10_000;

interface Cached {
  at: number;
  row: Promise<OpenRow | null>;
}
const caches = new WeakMap<Store['chain'], Map<string, Cached>>();

function cacheOf(services: Services): Map<string, Cached> {
  const known = caches.get(services.store.chain);
  if (known) return known;
  const cache = new Map<string, Cached>();
  caches.set(services.store.chain, cache);
  onGrantChange(services, () => cache.clear());
  return cache;
}

/**
 * Returns what a bearer token opens now, or why it opens nothing, and counts the use. The answer
 * follows a change of the grant at once in the process that made it, and within a second in others.
 * @param network as returned by `networkOf`
 * @public
 */
export async function openToken(
  services: Services,
  token: string,
  network: string,
): Promise<Opened> {
  if (!isToken(token)) return { problem: 'unknownToken' };
  const cache = cacheOf(services);
  const at = services.now();
  let cached = cache.get(token);
  if (!cached || Math.abs(at - cached.at) >= MAX_AGE) {
    if (cache.size >= MAX_CACHED) cache.clear();
    cached = { at, row: selectByToken(services, token) };
    cache.set(token, cached);
    cached.row.catch(() => cache.delete(token));
  }
  const row = await cached.row;
  if (!row) return { problem: 'unknownToken' };
  const opened = await openRow(services, row);
  if ('access' in opened && row.token_id !== null)
    countUse(services, {
      tokenId: row.token_id,
      network,
      by: { id: row.account_id, email: row.email },
    });
  return opened;
}

/** Returns what the owner's own page may read of a vehicle that has live access. */
export async function grantOfOwner(
  services: Services,
  account: Pick<Account, 'id' | 'email'>,
  grantId: string,
): Promise<Opened> {
  const row = await services.store.db
    .selectFrom('live_grant')
    .selectAll()
    .where('id', '=', grantId)
    .where('account_id', '=', account.id)
    .executeTakeFirst();
  if (!row) throw new ApiError(codes.notFound);
  return openRow(services, {
    ...row,
    email: account.email,
    token_id: null,
    token_ends_at: Number.MAX_SAFE_INTEGER,
    revoked_at: null,
    data_types_json: JSON.stringify(dataTypes),
  });
}

async function selectByToken(services: Services, token: string): Promise<OpenRow | null> {
  const { store, config } = services;
  const row = await selectOpenRows(store)
    .where('live_token.digest', 'in', tokenDigests(config, token))
    .executeTakeFirst();
  return row ?? null;
}

const selectOpenRows = ({ db }: Store) =>
  db
    .selectFrom('live_token')
    .innerJoin('live_grant', 'live_grant.id', 'live_token.grant_id')
    .innerJoin('account', 'account.id', 'live_grant.account_id')
    .selectAll('live_grant')
    .select(['account.email', 'live_token.id as token_id', 'live_token.revoked_at'])
    .select(['live_token.ends_at as token_ends_at', 'live_token.data_types_json']);

async function openRow(services: Services, row: OpenRow): Promise<Opened> {
  const at = services.now();
  const problem = problemOf(row, at);
  if (problem !== null) return { problem };
  const link = await recentLink(services, row.email, row.vehicle_id);
  if (link === null) {
    const event = { type: 'link.ended', by: CLOCK, at } as const;
    await sendUnlessChanged(services, row.id, event);
    return { problem: 'grantEnded' };
  }
  const types: DataType[] = JSON.parse(row.data_types_json);
  const { from, until } = link.time;
  return {
    access: {
      tokenId: row.token_id,
      grantId: row.id,
      accountId: row.account_id,
      vin: link.vehicle.vin,
      vehicleId: row.public_id,
      sourceVehicleId: row.vehicle_id,
      vehicleName: link.vehicle.name,
      dataTypes: types,
      signals:
        types.length === dataTypes.length
          ? 'all'
          : types.flatMap((type) => signalsOf(type).map(({ name }) => name)),
      from,
      until: until ?? Number.MAX_SAFE_INTEGER,
    },
  };
}

function problemOf(
  row: Pick<OpenRow, 'state' | 'ends_at' | 'revoked_at' | 'token_ends_at' | 'linked_until'>,
  at: number,
): TokenProblem | null {
  if (row.revoked_at !== null) return 'revokedToken';
  const isOver = row.ends_at <= at || (row.linked_until !== null && row.linked_until <= at);
  if (row.state === 'ended' || row.state === 'requested' || isOver) return 'grantEnded';
  if (row.token_ends_at <= at) return 'expiredToken';
  if (row.state === 'suspended') return 'grantSuspended';
  return row.state === 'paused' ? 'grantPaused' : null;
}

type Watched = Pick<TokenAccess, 'tokenId' | 'grantId'>;

/** Interval in ms at which changes by other processes, and ends, are noticed. */
const WATCH_INTERVAL = 500;
const WATCH_BATCH = 500;

interface Watcher {
  readonly watched: Map<Watched, () => void>;
  timer: NodeJS.Timeout | undefined;
}
const watchers = new WeakMap<Store['chain'], Watcher>();

/**
 * Resolves when the access stops being open, or `abort` fires, so that streams end.
 * @public
 */
export function whenClosed(services: Services, access: Watched, abort: AbortSignal): Promise<void> {
  const { store } = services;
  const watcher = watchers.get(store.chain) ?? startWatcher(services);
  const key = { ...access };
  const closed = Promise.withResolvers<void>();
  const end = () => {
    watcher.watched.delete(key);
    if (watcher.watched.size === 0) {
      clearInterval(watcher.timer);
      watcher.timer = undefined;
    }
    closed.resolve();
  };
  if (abort.aborted) return Promise.resolve();
  watcher.watched.set(key, end);
  abort.addEventListener('abort', end, { once: true });
  watcher.timer ??= setInterval(() => void endClosed(services, watcher), WATCH_INTERVAL).unref();
  return closed.promise.finally(() => abort.removeEventListener('abort', end));
}

function startWatcher(services: Services): Watcher {
  const watcher: Watcher = { watched: new Map(), timer: undefined };
  watchers.set(services.store.chain, watcher);
  onGrantChange(services, () => void endClosed(services, watcher));
  return watcher;
}

/** A store that is unavailable closes nothing: the next look follows. */
async function endClosed(services: Services, { watched }: Watcher): Promise<void> {
  const { store, now } = services;
  const all = [...watched];
  for (let start = 0; start < all.length; start += WATCH_BATCH) {
    const batch = all.slice(start, start + WATCH_BATCH);
    const grantIds = [...new Set(batch.map(([{ grantId }]) => grantId))];
    const tokenIds = batch.flatMap(([{ tokenId }]) => tokenId ?? []);
    try {
      const open = await store.db
        .selectFrom('live_grant')
        .select(['id', 'state', 'ends_at', 'linked_until'])
        .where(store.inList('id', grantIds))
        .execute();
      const tokens = await store.db
        .selectFrom('live_token')
        .select(['id', 'revoked_at', 'ends_at'])
        .where(store.inList('id', tokenIds))
        .execute();
      const grantOf = new Map(open.map((row) => [row.id, row]));
      const tokenOf = new Map(tokens.map((row) => [row.id, row]));
      for (const [{ tokenId, grantId }, end] of batch) {
        const grant = grantOf.get(grantId);
        const token = tokenId === null ? null : tokenOf.get(tokenId);
        const isOpen =
          grant &&
          token !== undefined &&
          problemOf(
            {
              ...grant,
              revoked_at: token?.revoked_at ?? null,
              token_ends_at: token?.ends_at ?? Number.MAX_SAFE_INTEGER,
            },
            now(),
          ) === null;
        if (!isOpen) end();
      }
    } catch {
      return;
    }
  }
}
