import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('report').addColumn('fetched_at', 'bigint').execute();
}
