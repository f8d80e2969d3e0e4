import { randomUUID } from 'node:crypto';
import { type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import type { Language } from '#contract/languages.ts';
import { cookieLifetimes, SIGN_IN_TRACE_DAYS } from '#contract/limits.ts';
import type { StaffRole } from '#contract/staff-roles.ts';
import { DAY } from '#lib/words/durations.ts';
import { WRONG_CODE_RETENTION } from '#server/accounts/sign-in/address-limits.ts';
import { isStaff, rolesOf } from '#server/accounts/staff/roles.ts';
import { insertMissing, requireRow } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';

export async function accountOf(
  db: Kysely<Schema>,
  signIn: { email: string; language: Language; at: number },
): Promise<{ id: string; email: string; roles: StaffRole[] }> {
  await insertMissing(db, 'account', {
    id: randomUUID(),
    email: signIn.email,
    is_reviewer: 0,
    language: signIn.language,
    created_at: signIn.at,
  });
  // Updates only the language: an update of the roles would add manual changes to the audit chain.
  const account = await db
    .updateTable('account')
    .set({ language: signIn.language })
    .where('email', '=', signIn.email)
    .returningAll()
    .executeTakeFirstOrThrow();
  return { id: account.id, email: account.email, roles: rolesOf(account) };
}

export async function readerOf(
  db: Kysely<Schema>,
  id: string,
): Promise<{ email: string; language: Language }> {
  const { email, language } = await requireRow(db, 'account', { id });
  return { email, language: language as Language };
}

const SIGN_IN_TRACES = SIGN_IN_TRACE_DAYS * DAY;

export async function purgeSignIns({ store, now }: Services): Promise<void> {
  const at = now();
  const { db } = store;
  await db
    .deleteFrom('session')
    .where('expires_at', '<=', at)
    // Ended sessions are kept until they expire, so that calls with their token get the reason.
    .where((eb) =>
      eb.or([eb('ended_because', 'is', null), eb('expires_at', '<=', at - SIGN_IN_TRACES)]),
    )
    .execute();
  await db
    .deleteFrom('company_session')
    .where('token_digest', 'in', (query) =>
      query.selectFrom('session').select('token_digest').where('expires_at', '<=', at),
    )
    .execute();
  await db
    .deleteFrom('challenge')
    .where(
      ({ fn, lit }) => fn.coalesce('locked_until', 'sent_at', lit(0)),
      '<=',
      at - SIGN_IN_TRACES,
    )
    .execute();
  await db
    .deleteFrom('wrong_code')
    .where('entered_at', '<=', at - WRONG_CODE_RETENTION)
    .execute();
  await db
    .deleteFrom('address_limit')
    .where('changed_at', '<=', at - SIGN_IN_TRACES)
    .execute();
  await db
    .deleteFrom('mail')
    .where('application_number', 'is', null)
    .where('created_at', '<=', at - SIGN_IN_TRACES)
    .execute();
  await db
    .deleteFrom('cookie_choice')
    .where('recorded_at', '<=', at - cookieLifetimes.consent * 1000)
    .execute();
}

/**
 * Erases old accounts that have no role, no session and no references from other rows, together
 * with their saved views and passkeys.
 */
export async function purgeAccounts({ store, config, now }: Services): Promise<void> {
  const isErasable = (account: ExpressionBuilder<Schema, 'account'>) =>
    account.and([
      account('created_at', '<=', now() - config.RECORD_DAYS),
      account.not(isStaff(account)),
      ...Object.entries(references).flatMap(([table, columns]) =>
        columns.map(
          (column) => sql<SqlBool>`not exists (select 1 from ${sql.table(table)}
          where ${sql.ref(`${table}.${column}`)} = account.id)`,
        ),
      ),
    ]);
  await store.transact(async (trx) => {
    const erasable = trx.selectFrom('account').select('account.id').where(isErasable);
    // The lock blocks new references; the next statement sees those that were committed before.
    const locked = idsOf(await store.forUpdate(erasable).execute());
    const ids = idsOf(await erasable.where(store.inList('account.id', locked)).execute());
    for (const table of ['saved_view', 'passkey', 'company_identity'] as const)
      await trx.deleteFrom(table).where(store.inList('account_id', ids)).execute();
    await trx.deleteFrom('account').where(store.inList('id', ids)).execute();
  });
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

/** Columns that refer to accounts, by table. */
const references: { [Table in keyof Schema]?: readonly (keyof Schema[Table])[] } = {
  session: ['account_id'],
  application: ['requester_id', 'assignee_id', 'handed_over_by'],
  stored_file: ['owner_id'],
  note: ['author_id'],
  mention: ['account_id'],
  watch: ['account_id'],
  held_mail: ['account_id'],
  opinion: ['asked_of'],
  presence: ['account_id'],
  erasure_notice: ['recorded_by'],
  authority_notice: ['recorded_by'],
  past_authority_notice: ['recorded_by'],
  earlier_record: ['recorded_by', 'changed_by'],
  dispute: ['recorded_by', 'ended_by'],
  quote: ['sent_by', 'settled_by'],
  body_notice: ['recorded_by'],
  lead_nomination: ['nominated_by'],
  live_grant: ['account_id', 'recipient_id', 'suspended_by'],
  second_factor: ['account_id'],
  recovery_code: ['account_id'],
};
