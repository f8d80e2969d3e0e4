import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('note').addColumn('changed_at', 'bigint').execute();
  await db.schema.alterTable('note').addColumn('earlier_json', 'text').execute();
}
