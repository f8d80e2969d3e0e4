import { type Kysely, sql } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { type Account, hasAccess } from '#server/platform/http/route.ts';
import { assigneeOf } from './queue.ts';

/** Lifetime of a sign of presence, in ms: pages give one every 15 seconds. */
const PRESENT_FOR = 45_000;

/** Records that an account has an application open, and returns who else has. */
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
  const assignee = assigneeOf(application);
  const { revision } = application;
  const recorded = await recordedBeside(db, number);
  // Who looks at an application is not its requester's business.
  if (application.requester_id === account.id) return { others: [], revision, assignee, recorded };

  const seen_at = now();
  // An auditor leaves no trace at the desk but in the log.
  if (hasAccess(account, 'reviewer'))
    await db
      .insertInto('presence')
      .values({ application_number: number, account_id: account.id, seen_at })
      .onConflict((conflict) =>
        conflict.columns(['application_number', 'account_id']).doUpdateSet({ seen_at }),
      )
      .execute();
  const others = await db
    .selectFrom('presence')
    .innerJoin('account', 'account.id', 'presence.account_id')
    .select('email')
    .where('application_number', '=', number)
    .where('account_id', '!=', account.id)
    .where('seen_at', '>', seen_at - PRESENT_FOR)
    .orderBy('email')
    .execute();
  return { others: others.map(({ email }) => email), revision, assignee, recorded };
}

/** Forgets who had an application open: where somebody was yesterday is nobody's business. */
export async function forgetPresence({ store, now }: Services): Promise<void> {
  await store.db
    .deleteFrom('presence')
    .where('seen_at', '<=', now() - PRESENT_FOR)
    .execute();
}

/** Columns that are null until something more is recorded in a row, by the tables beside the history. */
const recordedIn = {
  note: [],
  quote: ['objected_at', 'settled_at'],
  dispute: ['ended_at'],
  body_notice: [],
  erasure_notice: [],
  authority_notice: ['recorded_at'],
  past_authority_notice: [],
} satisfies { [Table in keyof Schema]?: readonly (keyof Schema[Table])[] };

/**
 * How much is recorded about an application beside its history, which no revision tells of. It only
 * grows while the application is kept.
 */
export async function recordedBeside(db: Kysely<Schema>, number: string): Promise<number> {
  const counts = Object.entries(recordedIn).map(([table, columns]) => {
    const each = [sql`count(*)`, ...columns.map((column) => sql`count(${sql.ref(column)})`)];
    return sql`(select ${sql.join(each, sql` + `)} from ${sql.table(table)}
      where application_number = ${number})`;
  });
  const { rows } = await sql<{ recorded: number }>`select ${sql.join(counts, sql` + `)}
    as recorded`.execute(db);
  return Number(rows[0]?.recorded);
}
