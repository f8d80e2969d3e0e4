import type { Selectable } from 'kysely';
import { codes } from '#contract/codes.ts';
import { signalsOf } from '#contract/data-catalogue.ts';
import { type DataType, dataTypes } from '#contract/data-types.ts';
import type { ProblemName } from '#contract/live/problems.ts';
import { CLOCK } from '#server/applications/application-row.ts';
import { requireSecretInUse } from '#server/platform/audit/keys-in-use.ts';
import { findRow, lockRow, updateRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { oncePerStore, type Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account } from '#server/platform/http/route.ts';
import type { LiveAccess } from './granted-signals.ts';
import { ignoreIfAlreadySent, onGrantChange, sendGrantEvent } from './grants.ts';
import { recentLink } from './own-link.ts';
import { RecentValues } from './recent-values.ts';
import { isToken, tokenDigests, tokenMacs } from './token-format.ts';
import { countUse, type TokenUse } from './token-use.ts';

export type TokenProblem = Extract<ProblemName, `token-${string}` | `access-${string}`>;

export type AccessResult = { access: LiveAccess } | { problem: TokenProblem };

interface TokenRow extends Selectable<Schema['live_grant']> {
  email: string;
  token_id: string | null;
  token_ends_at: number;
  revoked_at: number | null;
  data_types_json: string;
}

const TOKEN_CACHE_MS = 1000;

interface FoundToken {
  opened: AccessResult;
  by: TokenUse['by'] | null;
  grantId: string | null;
}

const unknownToken: FoundToken = { opened: { problem: 'token-unknown' }, by: null, grantId: null };

const recentTokens = oncePerStore((services) => {
  const tokens = new RecentValues<FoundToken>();
  onGrantChange(services, (id) => tokens.deleteIf(({ grantId }) => grantId === id));
  return tokens;
});

/**
 * Returns the access that a bearer token gives, or the reason why it gives none, and counts the
 * use. A change of the grant or its tokens applies at once to new calls in the process that made it,
 * and within `TOKEN_CACHE_MS` in others.
 * @param network as returned by `networkOf`
 */
export async function openToken(
  services: Services,
  token: string,
  network: string,
): Promise<AccessResult> {
  const { opened, by } = await findToken(services, token);
  if ('problem' in opened) return opened;
  const { tokenId, vehicleId } = opened.access;
  if (tokenId !== null && by) countUse(services, { tokenId, vehicleId, by, network });
  return opened;
}

export const accessOfToken = async (services: Services, token: string): Promise<AccessResult> =>
  (await findToken(services, token)).opened;

async function findToken(services: Services, token: string): Promise<FoundToken> {
  const tokens = recentTokens(services);
  // Cached tokens have passed the check of their checksum.
  if (!tokens.has(token) && !isToken(token)) return unknownToken;
  const find = () =>
    tokens.get(token, services.now(), TOKEN_CACHE_MS, () => readToken(services, token));
  const found = await find();
  if (!('access' in found.opened) || found.opened.access.endsAt > services.now()) return found;
  tokens.delete(token);
  return find();
}

export async function accessOfOwner(
  services: Services,
  account: Pick<Account, 'id' | 'email'>,
  grantId: string,
): Promise<AccessResult> {
  const own = { id: grantId, account_id: account.id };
  const row = await findRow(services.store.db, 'live_grant', own);
  if (!row) throw new ApiError(codes.notFound);
  return accessOf(services, {
    ...row,
    email: account.email,
    token_id: null,
    token_ends_at: Number.MAX_SAFE_INTEGER,
    revoked_at: null,
    data_types_json: JSON.stringify(dataTypes),
  });
}

async function readToken(services: Services, token: string): Promise<FoundToken> {
  const { store, config } = services;
  const digests = tokenDigests(config, token);
  const row = await store.db
    .selectFrom('live_token')
    .innerJoin('live_grant', 'live_grant.id', 'live_token.grant_id')
    .innerJoin('account', 'account.id', 'live_grant.account_id')
    .selectAll('live_grant')
    .select(['account.email', 'live_token.id as token_id', 'live_token.revoked_at'])
    .select(['live_token.ends_at as token_ends_at', 'live_token.data_types_json'])
    .select(['live_token.digest', 'live_token.mac'])
    .where('live_token.digest', 'in', digests)
    .executeTakeFirst();
  // Another process may have issued the token with a secret that this process lacks.
  if (!row) await requireSecretInUse(store.db, config);
  if (!row) return unknownToken;
  if (row.revoked_at === null && !(await isGenuine(services, row, digests))) return unknownToken;
  return {
    opened: await accessOf(services, row),
    by: { id: row.account_id, email: row.email },
    grantId: row.id,
  };
}

/**
 * Checks the `mac` of the row. If it was not made under the first secret, rewrites `digest` and `mac`
 * under it.
 */
async function isGenuine(
  { store, config }: Services,
  row: TokenRow & { digest: string; mac: string },
  [digest = '']: readonly string[],
): Promise<boolean> {
  const { id: grant_id, token_id, token_ends_at: ends_at, data_types_json } = row;
  const signed = { id: token_id ?? '', grant_id, data_types_json, ends_at };
  if (!tokenMacs(config, { ...signed, digest: row.digest }).includes(row.mac)) return false;
  const [mac = ''] = tokenMacs(config, { ...signed, digest });
  if (mac !== row.mac)
    await store.transact(async (trx) => {
      const key = { id: signed.id };
      const locked = await lockRow(store, trx, 'live_token', key);
      if (locked?.mac === row.mac) await updateRows(trx, 'live_token', key, { digest, mac });
    });
  return true;
}

async function accessOf(services: Services, row: TokenRow): Promise<AccessResult> {
  const at = services.now();
  const problem = problemOf(row, at);
  if (problem !== null) return { problem };
  const link = await recentLink(services, row.email, row.vehicle_id);
  if (link === null) {
    const event = { type: 'link.ended', by: CLOCK, at } as const;
    await ignoreIfAlreadySent(sendGrantEvent(services, row.id, event));
    return { problem: 'access-ended' };
  }
  const types: DataType[] = JSON.parse(row.data_types_json);
  const { from, until } = link.time;
  return {
    access: {
      tokenId: row.token_id,
      accountId: row.account_id,
      grantId: row.id,
      vin: link.vehicle.vin,
      vehicleId: row.public_id,
      sourceVehicleId: row.vehicle_id,
      vehicleName: link.vehicle.name,
      signals:
        types.length === dataTypes.length
          ? 'all'
          : new Set(types.flatMap((type) => signalsOf(type).map(({ name }) => name))),
      from,
      until: until ?? Number.MAX_SAFE_INTEGER,
      endsAt: Math.min(row.ends_at, row.token_ends_at, row.linked_until ?? Number.MAX_SAFE_INTEGER),
    },
  };
}

function problemOf(row: TokenRow, at: number): TokenProblem | null {
  if (row.revoked_at !== null) return 'token-revoked';
  const isOver = row.ends_at <= at || (row.linked_until !== null && row.linked_until <= at);
  if (row.state === 'ended' || row.state === 'requested' || isOver) return 'access-ended';
  if (row.token_ends_at <= at) return 'token-expired';
  if (row.state === 'suspended') return 'access-suspended';
  return row.state === 'paused' ? 'access-paused' : null;
}
