import { type Kysely, sql } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { upsertRow } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { type Account, hasAccess } from '#server/platform/http/route.ts';
import { personOf } from './queue.ts';

/** Lifetime of a presence record, in ms. Pages renew it every 15 s. */
const PRESENCE_LIFETIME = 45_000;

export async function showPresence(
  { store, now }: Services,
  account: Account,
  number: string,
): Promise<DataOf<typeof endpoints.deskPresence>> {
  const { db } = store;
  const application = await db
    .selectFrom('application')
    .leftJoin('account', 'account.id', 'application.assignee_id')
    .select(['requester_id', 'revision', 'assignee_id', 'account.email as assignee_email'])
    .where('number', '=', number)
    .executeTakeFirst();
  if (!application) throw new ApiError(codes.notFound);
  const { revision, assignee_id, assignee_email } = application;
  const assignee = personOf(assignee_id, assignee_email);
  const recorded = await sideRecordCount(db, number);
  // The list of viewers is hidden from a staff member who filed the application.
  if (application.requester_id === account.id) return { others: [], revision, assignee, recorded };

  const seen_at = now();
  const key = { application_number: number, account_id: account.id };
  // Auditors are not shown as viewers; the audit log records their reads.
  if (hasAccess(account, 'reviewer')) await upsertRow(db, 'presence', key, { seen_at });
  const others = await db
    .selectFrom('presence')
    .innerJoin('account', 'account.id', 'presence.account_id')
    .select('email')
    .where('application_number', '=', number)
    .where('account_id', '!=', account.id)
    .where('seen_at', '>', seen_at - PRESENCE_LIFETIME)
    .orderBy('email')
    .execute();
  return { others: others.map(({ email }) => email), revision, assignee, recorded };
}

export async function forgetPresence({ store, now }: Services): Promise<void> {
  await store.db
    .deleteFrom('presence')
    .where('seen_at', '<=', now() - PRESENCE_LIFETIME)
    .execute();
}

const sideRecords = {
  note: ['changed_at'],
  quote: ['objected_at', 'settled_at'],
  dispute: ['ended_at'],
  body_notice: [],
  earlier_record: ['changed_at', 'recorded_at'],
  erasure_notice: [],
  authority_notice: ['recorded_at'],
  past_authority_notice: [],
} satisfies { [Table in keyof Schema]?: readonly (keyof Schema[Table])[] };

/**
 * Counts the records about an application that do not change its revision, so that pages detect new
 * ones. The count never decreases.
 */
export async function sideRecordCount(db: Kysely<Schema>, number: string): Promise<number> {
  const counts = Object.entries(sideRecords).map(([table, columns]) => {
    const each = [sql`count(*)`, ...columns.map((column) => sql`count(${sql.ref(column)})`)];
    return sql`(select ${sql.join(each, sql` + `)} from ${sql.table(table)}
      where application_number = ${number})`;
  });
  const { rows } = await sql<{ recorded: number }>`select ${sql.join(counts, sql` + `)}
    as recorded`.execute(db);
  return Number(rows[0]?.recorded);
}
