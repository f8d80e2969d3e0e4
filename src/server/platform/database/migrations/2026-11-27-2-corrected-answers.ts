import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('supplement').addColumn('changes_json', 'text').execute();
}
