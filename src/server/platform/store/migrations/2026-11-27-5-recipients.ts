import type { Kysely } from 'kysely';

/** The third party that an application's data go to: its address, its link, and its own files. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('recipient')
    .addColumn('application_number', 'text', (column) =>
      column.primaryKey().references('application.number'),
    )
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('language', 'text', (column) => column.notNull())
    .addColumn('token_digest', 'text')
    .addColumn('link_sent_at', 'bigint', (column) => column.notNull())
    .addColumn('proved_at', 'bigint')
    .addColumn('fetched_at', 'bigint')
    .addColumn('withdrawn_at', 'bigint')
    .execute();
  await schema
    .createIndex('recipient_token_digest')
    .unique()
    .on('recipient')
    .columns(['token_digest'])
    .execute();
  await schema
    .createTable('recipient_file')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('application_number', 'text', (column) =>
      column.notNull().references('application.number'),
    )
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('checked_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('damaged_at', 'bigint')
    .execute();
  await schema
    .createIndex('recipient_file_application_number')
    .on('recipient_file')
    .columns(['application_number'])
    .execute();
}
