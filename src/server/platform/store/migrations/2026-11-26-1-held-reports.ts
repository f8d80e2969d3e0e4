import type { Kysely } from 'kysely';

/** Files of earlier reports that are kept while a complaint or dispute is open. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('held_report')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('application_number', 'text', (column) =>
      column.notNull().references('application.number'),
    )
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('held_at', 'bigint', (column) => column.notNull())
    .addColumn('checked_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('damaged_at', 'bigint')
    .execute();
  await schema
    .createIndex('held_report_application_number')
    .on('held_report')
    .columns(['application_number'])
    .execute();
}
