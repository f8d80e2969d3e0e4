import { randomUUID } from 'node:crypto';
import { codes } from '#contract/codes.ts';
import { type DataType, dataTypes } from '#contract/data-types.ts';
import { MAX_TOKENS_PER_VEHICLE } from '#contract/live/grants.ts';
import { DAY } from '#lib/words/durations.ts';
import { appendAuditEvent } from '#server/platform/audit/audit-log.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { RateLimiter } from '#server/platform/http/rate-limiter.ts';
import type { Account } from '#server/platform/http/route.ts';
import { mailGrantOwner } from './grant-mails.ts';
import { changeGrant, creationLimit } from './grants.ts';
import { prefixOf, randomToken, tokenDigests, tokenMacs } from './token-format.ts';

/**
 * Creates a token of the account's open grant; returns it in plain text, which is stored nowhere.
 * @throws {ApiError} `notFound`, `tooMany`, or `notAllowedNow`: the grant is not active, or has
 *   `MAX_TOKENS_PER_VEHICLE`
 */
export function createToken(
  services: Services,
  account: Pick<Account, 'id' | 'email'>,
  wanted: { grantId: string; name: string; dataTypes: readonly DataType[]; days: number | null },
): Promise<{ tokenId: string; token: string; endsAt: number }> {
  return services.store.transact(async (trx) => {
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
    if (Number(count) >= MAX_TOKENS_PER_VEHICLE)
      throw new ApiError(codes.notAllowedNow, { limit: MAX_TOKENS_PER_VEHICLE });
    await new RateLimiter(services).consume(trx, [creationLimit(account)]);
    const token = randomToken();
    const tokenId = randomUUID();
    const endsAt =
      wanted.days === null ? grant.ends_at : Math.min(grant.ends_at, at + wanted.days * DAY);
    const row = {
      id: tokenId,
      grant_id: grant.id,
      digest: tokenDigests(services.config, token)[0] ?? '',
      data_types_json: JSON.stringify(dataTypes.filter((type) => wanted.dataTypes.includes(type))),
      ends_at: endsAt,
    };
    await trx
      .insertInto('live_token')
      .values({
        ...row,
        mac: tokenMacs(services.config, row)[0] ?? '',
        name: wanted.name,
        prefix: prefixOf(token),
        created_at: at,
        revoked_at: null,
        last_used_at: null,
        last_network: null,
      })
      .execute();
    const action = 'token.create';
    const detail = `${tokenId} ${grant.public_id}`;
    await appendAuditEvent(services, trx, { by: account, action, detail });
    await mailGrantOwner({ services, trx }, grant, action, wanted.name);
    return { tokenId, token, endsAt };
  });
}

/**
 * Revokes a token of the account, which removes it from the list. Accepts an expired token, so that
 * it can be removed, too.
 */
export async function revokeToken(
  services: Services,
  account: Pick<Account, 'id' | 'email'>,
  tokenId: string,
): Promise<void> {
  const grant = await services.store.db
    .selectFrom('live_token')
    .innerJoin('live_grant', 'live_grant.id', 'live_token.grant_id')
    .select(['live_grant.id', 'live_grant.public_id'])
    .where('live_token.id', '=', tokenId)
    .where('live_grant.account_id', '=', account.id)
    .executeTakeFirst();
  if (!grant) throw new ApiError(codes.notFound);
  await changeGrant(services, grant.id, async (trx) => {
    const token = trx.selectFrom('live_token').selectAll().where('id', '=', tokenId);
    const row = await services.store.forUpdate(token).executeTakeFirst();
    if (!row || row.revoked_at !== null) throw new ApiError(codes.notFound);
    await trx
      .updateTable('live_token')
      // Without its `mac`, the row cannot be made valid again by hand.
      .set({ revoked_at: services.now(), mac: '' })
      .where('id', '=', tokenId)
      .execute();
    const action = 'token.revoke';
    const detail = `${tokenId} ${grant.public_id}`;
    await appendAuditEvent(services, trx, { by: account, action, detail });
  });
}
