import type { Kysely } from 'kysely';

/** Refusals that the desk itself has to notify the competent authority of, and when that was done. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('authority_notice')
    .addColumn('application_number', 'text', (column) =>
      column.primaryKey().references('application.number'),
    )
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('notified_on', 'text')
    .addColumn('how', 'text')
    .addColumn('recorded_by', 'text', (column) => column.references('account.id'))
    .addColumn('recorded_at', 'bigint')
    .execute();
}
