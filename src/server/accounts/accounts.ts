import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder, Kysely } from 'kysely';
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
      ...references.map(({ table, column }) =>
        account.not(
          account.exists(
            account.selectFrom(table).select(column).whereRef(column, '=', 'account.id'),
          ),
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

const references = [
  { table: 'session', column: 'session.account_id' },
  { table: 'application', column: 'application.requester_id' },
  { table: 'application', column: 'application.assignee_id' },
  { table: 'application', column: 'application.handed_over_by' },
  { table: 'stored_file', column: 'stored_file.owner_id' },
  { table: 'note', column: 'note.author_id' },
  { table: 'mention', column: 'mention.account_id' },
  { table: 'watch', column: 'watch.account_id' },
  { table: 'held_mail', column: 'held_mail.account_id' },
  { table: 'opinion', column: 'opinion.asked_of' },
  { table: 'presence', column: 'presence.account_id' },
  { table: 'erasure_notice', column: 'erasure_notice.recorded_by' },
  { table: 'authority_notice', column: 'authority_notice.recorded_by' },
  { table: 'past_authority_notice', column: 'past_authority_notice.recorded_by' },
  { table: 'earlier_record', column: 'earlier_record.recorded_by' },
  { table: 'earlier_record', column: 'earlier_record.changed_by' },
  { table: 'dispute', column: 'dispute.recorded_by' },
  { table: 'dispute', column: 'dispute.ended_by' },
  { table: 'quote', column: 'quote.sent_by' },
  { table: 'quote', column: 'quote.settled_by' },
  { table: 'body_notice', column: 'body_notice.recorded_by' },
  { table: 'lead_nomination', column: 'lead_nomination.nominated_by' },
  { table: 'live_grant', column: 'live_grant.account_id' },
  { table: 'live_grant', column: 'live_grant.recipient_id' },
  { table: 'live_grant', column: 'live_grant.suspended_by' },
  { table: 'second_factor', column: 'second_factor.account_id' },
  { table: 'recovery_code', column: 'recovery_code.account_id' },
] as const;
