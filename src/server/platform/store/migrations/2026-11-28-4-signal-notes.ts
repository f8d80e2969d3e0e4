import type { Kysely } from 'kysely';

/** What is known of a signal's values beside the values: left out, changed, not equipped, not kept. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('signal_note')
    .addColumn('vehicle_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('count', 'bigint')
    .addColumn('first_at', 'bigint')
    .addColumn('last_at', 'bigint')
    .addColumn('import_sha256', 'text')
    .execute();
  await schema
    .createIndex('signal_note_vehicle')
    .on('signal_note')
    .columns(['vehicle_id', 'name'])
    .execute();
}
