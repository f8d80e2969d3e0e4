import type { Kysely } from 'kysely';

/** Notices that the competent authority was given before a later decision asked for another. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('past_authority_notice')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('application_number', 'text', (column) =>
      column.notNull().references('application.number'),
    )
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('notified_on', 'text', (column) => column.notNull())
    .addColumn('how', 'text', (column) => column.notNull())
    .addColumn('recorded_by', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('recorded_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('past_authority_notice_application_number')
    .on('past_authority_notice')
    .columns(['application_number'])
    .execute();
}
