import type { Kysely } from 'kysely';

/** Summary of the delivered rows of a report, for pictures. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('report').addColumn('preview_json', 'text').execute();
}
