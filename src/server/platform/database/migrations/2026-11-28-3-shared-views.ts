import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('saved_view').addColumn('shared', 'integer').execute();
}
