import type { Kysely } from 'kysely';

/** Notices of passing data on (Art. 21(5)), and wishes for acknowledgement (Art. 20(1)). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('body_notice')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('application_number', 'text', (column) =>
      column.notNull().references('application.number'),
    )
    .addColumn('about', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('recorded_by', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('facts_json', 'text')
    .execute();
  await schema
    .createIndex('body_notice_application_number')
    .on('body_notice')
    .columns(['application_number'])
    .execute();
}
