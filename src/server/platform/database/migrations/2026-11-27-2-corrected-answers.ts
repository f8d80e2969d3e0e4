import type { Kysely } from 'kysely';

/** Corrected answers of a supplement, before and after. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('supplement').addColumn('changes_json', 'text').execute();
}
