import type { Kysely } from 'kysely';

/** Templates of texts to requesters, which leads keep. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('letter_template')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('name', 'text', (c) => c.notNull().unique())
    .addColumn('decision', 'text', (c) => c.notNull())
    .addColumn('texts_json', 'text', (c) => c.notNull())
    .execute();
}
