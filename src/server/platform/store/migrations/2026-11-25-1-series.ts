import type { Kysely } from 'kysely';

/** The catalogue of the objects that hold series of vehicles. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('series_object')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('vehicle_id', 'text', (c) => c.notNull().references('vehicle.id'))
    .addColumn('number', 'bigint', (c) => c.notNull())
    .addColumn('first_at', 'bigint', (c) => c.notNull())
    .addColumn('last_at', 'bigint', (c) => c.notNull())
    .addColumn('rows', 'bigint', (c) => c.notNull())
    .addColumn('counts_json', 'text', (c) => c.notNull())
    .addColumn('size', 'bigint', (c) => c.notNull())
    .addColumn('sha256', 'text', (c) => c.notNull())
    .addColumn('import_sha256', 'text', (c) => c.notNull())
    .addColumn('checked_at', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('damaged_at', 'bigint')
    .addUniqueConstraint('series_object_number', ['vehicle_id', 'number'])
    .execute();
  await schema
    .createIndex('series_object_in_time')
    .on('series_object')
    .columns(['vehicle_id', 'last_at'])
    .execute();
  await schema
    .createIndex('series_object_by_check')
    .on('series_object')
    .column('checked_at')
    .execute();
  await schema.alterTable('import_batch').addColumn('source', 'text').execute();
  await schema.alterTable('import_batch').addColumn('sampling_ms', 'bigint').execute();
}
