import { codes } from '#contract/codes.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { DRAFT_DAYS, DRAFT_SAVES_PER_HOUR, MAX_DRAFTS_PER_ACCOUNT } from '#contract/limits.ts';
import { DAY } from '#lib/words/durations.ts';
import { seal, unseal } from '#server/accounts/sign-in/secrets.ts';
import { requireSecretInUse } from '#server/platform/audit/keys-in-use.ts';
import { deleteRows, findRow } from '#server/platform/database/rows.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError, invalid } from '#server/platform/http/api-error.ts';
import { type RateLimit, RateLimiter } from '#server/platform/http/rate-limiter.ts';
import type { Account, Route } from '#server/platform/http/route.ts';

export function draftRoutes(route: Route, services: Services): void {
  const rateLimiter = new RateLimiter(services);
  route(endpoints.draftRead, ({ name }, { account }) => readDraft(services, account, name));
  route(endpoints.draftSave, (input, { account }) =>
    saveDraft(services, rateLimiter, account, input),
  );
  route(endpoints.draftForget, ({ name }, { account }) => forgetDraft(services, account, name));
}

export const draftPurpose = (accountId: string, name: string) => `draft ${accountId} ${name}`;

async function readDraft(
  { store, config }: Services,
  account: Account,
  name: string,
): Promise<DataOf<typeof endpoints.draftRead>> {
  await requireSecretInUse(store.db, config);
  const row = await findRow(store.db, 'draft', { account_id: account.id, name });
  const content = row && unseal(config, row.content, draftPurpose(account.id, name));
  return row && content
    ? { revision: row.version, savedAt: row.saved_at, content: content.toString() }
    : null;
}

/**
 * Saves a draft that is based on the stored revision. Saving identical content again returns the
 * stored revision (idempotent retry).
 * @throws {ApiError} `draftOutdated`, `tooMany` saves, or `invalid` if the account has too many
 * drafts
 */
async function saveDraft(
  services: Services,
  rateLimiter: RateLimiter,
  account: Account,
  { name, revision, content }: InputOf<typeof endpoints.draftSave>,
): Promise<DataOf<typeof endpoints.draftSave>> {
  const { store, config, now } = services;
  const savedAt = now();
  const limits: RateLimit[] = [
    { kind: 'draftsOfAccount', subject: account.id, count: DRAFT_SAVES_PER_HOUR },
  ];
  rateLimiter.rejectIfLimited(limits);
  const saved = await store.transact(async (trx) => {
    await requireSecretInUse(trx, config);
    await rateLimiter.consume(trx, limits);
    const rows = await trx
      .selectFrom('draft')
      .select(['name', 'version'])
      .select((row) =>
        row.case().when('name', '=', name).then(row.ref('content')).end().as('content'),
      )
      .where('account_id', '=', account.id)
      .execute();
    const stored = rows.find((row) => row.name === name);
    const current = stored?.version ?? 0;
    const opened =
      stored?.content && unseal(config, stored.content, draftPurpose(account.id, name));
    if (opened?.toString() === content) return { revision: current };
    // A draft that cannot be decrypted is overwritten.
    if (revision !== (opened ? current : 0)) return null;
    if (current === 0 && rows.length >= MAX_DRAFTS_PER_ACCOUNT) throw invalid('name', 'range');
    // The time makes revisions unique: a deleted draft and its successor never share one.
    const version = Math.max(savedAt, current + 1);
    const row = {
      version,
      saved_at: savedAt,
      content: seal(config, Buffer.from(content), draftPurpose(account.id, name)),
    };
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('draft')
      .values({ account_id: account.id, name, ...row })
      .onConflict((conflict) =>
        conflict
          .columns(['account_id', 'name'])
          .doUpdateSet(row)
          .where('draft.version', '=', current),
      )
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n ? { revision: version } : null;
  });
  // Thrown after the commit, so that outdated saves count towards the rate limit, too.
  if (!saved) throw new ApiError(codes.draftOutdated);
  return saved;
}

export async function forgetDraft(
  { store }: Pick<Services, 'store'>,
  account: Account,
  name: string,
): Promise<void> {
  await deleteRows(store.db, 'draft', { account_id: account.id, name });
}

export async function purgeDrafts({ store, now }: Services): Promise<void> {
  await store.db
    .deleteFrom('draft')
    .where('saved_at', '<=', now() - DRAFT_DAYS * DAY)
    .execute();
}
