import type { Kysely } from 'kysely';

/** When the requester first downloaded a report. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('report').addColumn('fetched_at', 'bigint').execute();
}
