import type { Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('step').addColumn('at', 'bigint').execute();
  await db.schema
    .createIndex('step_by_time')
    .ifNotExists()
    .on('step')
    .columns(['from_code', 'at', 'waited', 'kind', 'filed_at', 'outcome'])
    .execute();
}
