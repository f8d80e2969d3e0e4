import type { Kysely } from 'kysely';

/** Id of the secret that processes write with, so that one which lacks it notices. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('secret_in_use')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .execute();
}
