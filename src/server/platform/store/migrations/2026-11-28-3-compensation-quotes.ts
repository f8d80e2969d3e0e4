import type { Kysely } from 'kysely';

/** Quotes of compensation to public-sector bodies (Art. 20(2) of the Data Act). */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('quote')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('application_number', 'text', (column) =>
      column.notNull().references('application.number'),
    )
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('amounts_json', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('valid_on', 'text', (column) => column.notNull())
    .addColumn('valid_until', 'bigint', (column) => column.notNull())
    .addColumn('sent_by', 'text', (column) => column.notNull().references('account.id'))
    .addColumn('sent_at', 'bigint', (column) => column.notNull())
    .addColumn('objected_at', 'bigint')
    .addColumn('objection', 'text')
    .addColumn('settled_by', 'text', (column) => column.references('account.id'))
    .addColumn('settled_at', 'bigint')
    .execute();
  await schema
    .createIndex('quote_application_number')
    .on('quote')
    .columns(['application_number'])
    .execute();
}
