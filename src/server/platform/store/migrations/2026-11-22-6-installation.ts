import type { Kysely } from 'kysely';

/** The one name that a database and its storage carry, so that neither is used with another. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('installation')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .execute();
}
