import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('import_batch').addColumn('time_zone', 'text').execute();
  await db.schema.alterTable('import_batch').addColumn('device', 'text').execute();
}
