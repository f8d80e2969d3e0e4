import { codes } from '#contract/codes.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { DRAFT_DAYS, DRAFT_SAVINGS_PER_HOUR, MAX_DRAFTS } from '#contract/limits.ts';
import type { Allowances } from '#server/platform/http/allowances.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account } from '#server/platform/http/route.ts';
import { requireSecretInUse } from '#server/platform/store/keys-in-use.ts';
import type { Services } from '#server/platform/store/services.ts';
import { seal, unseal } from '#server/workflow/sign-in/sealed.ts';

type Draft = NonNullable<DataOf<typeof endpoints.draftRead>>;

const DAY = 24 * 60 * 60 * 1000;

/** Binds what is sealed to its row: in another's place it cannot be opened. */
export const draftPurpose = (accountId: string, name: string) => `draft ${accountId} ${name}`;

/** Drafts of an account that are not too old, the newest first. */
export async function listDrafts(
  { store, now }: Services,
  account: Account,
): Promise<DataOf<typeof endpoints.draftList>> {
  const rows = await store.db
    .selectFrom('draft')
    .select(['name', 'version', 'saved_at'])
    .where('account_id', '=', account.id)
    .where('saved_at', '>', now() - DRAFT_DAYS * DAY)
    .orderBy('saved_at', 'desc')
    .orderBy('name')
    .execute();
  return rows.map(({ name, version, saved_at }) => ({ name, version, savedAt: saved_at }));
}

/** An account's draft of a form; null of none, and of one that another secret sealed. */
export async function readDraft(
  { store, config, now }: Services,
  account: Account,
  name: string,
): Promise<Draft | null> {
  await requireSecretInUse(store.db, config);
  const row = await store.db
    .selectFrom('draft')
    .select(['version', 'saved_at', 'content'])
    .where('account_id', '=', account.id)
    .where('name', '=', name)
    .where('saved_at', '>', now() - DRAFT_DAYS * DAY)
    .executeTakeFirst();
  const content = row && unseal(config, row.content, draftPurpose(account.id, name));
  return row && content
    ? { version: row.version, savedAt: row.saved_at, content: content.toString() }
    : null;
}

/**
 * Keeps a draft where it is still the one that its sender saw.
 * @throws {ApiError} `tooMany` savings, or `invalid` of one form too many
 */
export async function saveDraft(
  services: Services,
  allowances: Allowances,
  account: Account,
  { name, basedOn, content }: InputOf<typeof endpoints.draftSave>,
): Promise<DataOf<typeof endpoints.draftSave>> {
  const { store, config, now } = services;
  const savedAt = now();
  const limits = [
    { kind: 'savings of drafts', subject: account.id, count: DRAFT_SAVINGS_PER_HOUR },
  ];
  allowances.requireUnrefused(limits);
  const saved = await store.transact(async (trx) => {
    await requireSecretInUse(trx, config);
    await allowances.take(trx, limits);
    const rows = await trx
      .selectFrom('draft')
      .select(['name', 'version'])
      .select((row) =>
        row.case().when('name', '=', name).then(row.ref('content')).end().as('content'),
      )
      .where('account_id', '=', account.id)
      .where('saved_at', '>', savedAt - DRAFT_DAYS * DAY)
      .execute();
    const there = rows.find((row) => row.name === name);
    const current = there?.version ?? 0;
    const sealed = there?.content;
    const isOpen = sealed && unseal(config, sealed, draftPurpose(account.id, name)) !== null;
    // What nobody could read is replaced by what is typed now, and not before.
    if (basedOn !== (isOpen ? current : 0)) return null;
    if (current === 0 && rows.length >= MAX_DRAFTS)
      throw new ApiError(codes.invalid, { fields: [{ field: 'name', problem: 'range' }] });
    // One that was deleted and begun anew is not taken for the one before.
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
          // Of two at once on many processes, one sees what the other has written.
          .where((is) =>
            is.or([
              is('draft.version', '=', current),
              is('draft.saved_at', '<=', savedAt - DRAFT_DAYS * DAY),
            ]),
          ),
      )
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n ? { version, savedAt, content } : null;
  });
  if (saved) return { isSaved: true, draft: saved };
  return { isSaved: false, draft: await readDraft(services, account, name) };
}

/** Deletes a draft, once it is sent or given up. */
export async function forgetDraft(
  { store }: Pick<Services, 'store'>,
  account: Account,
  name: string,
): Promise<null> {
  await store.db
    .deleteFrom('draft')
    .where('account_id', '=', account.id)
    .where('name', '=', name)
    .execute();
  return null;
}

/** Deletes drafts that nobody has gone on with for so long. */
export async function purgeDrafts({ store, now }: Services): Promise<void> {
  await store.db
    .deleteFrom('draft')
    .where('saved_at', '<=', now() - DRAFT_DAYS * DAY)
    .execute();
}
