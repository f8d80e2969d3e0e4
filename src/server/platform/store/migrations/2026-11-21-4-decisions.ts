import type { Kysely } from 'kysely';

/** Adds the records of decisions beside the history: the items asked about, and the data erased. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('application').addColumn('information_items', 'text').execute();
  await schema.alterTable('application').addColumn('refusal_ground', 'text').execute();
  await schema
    .createTable('erasure_notice')
    .addColumn('application_number', 'text', (c) => c.primaryKey().references('application.number'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('recorded_by', 'text', (c) => c.notNull().references('account.id'))
    .addColumn('erased_on', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .execute();
}
