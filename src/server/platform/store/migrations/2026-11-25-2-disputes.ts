import type { Kysely } from 'kysely';

/** Complaints and disputes about applications; those that are open stop erasure. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('dispute')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('application_number', 'text', (column) =>
      column.notNull().references('application.number'),
    )
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('body_name', 'text', (column) => column.notNull())
    .addColumn('started_on', 'text', (column) => column.notNull())
    .addColumn('reference', 'text')
    .addColumn('recorded_by', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('recorded_at', 'bigint', (column) => column.notNull())
    .addColumn('ended_on', 'text')
    .addColumn('outcome', 'text')
    .addColumn('end_remark', 'text')
    .addColumn('ended_by', 'text', (column) => column.references('account.id'))
    .addColumn('ended_at', 'bigint')
    .execute();
  await schema
    .createIndex('dispute_application_number')
    .on('dispute')
    .columns(['application_number'])
    .execute();
}
