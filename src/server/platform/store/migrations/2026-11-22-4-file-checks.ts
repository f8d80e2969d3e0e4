import type { Kysely } from 'kysely';

/** Keeps what the inspection and the malware scanner say of an uploaded file. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('stored_file')
    .addColumn('marks_json', 'text', (c) => c.notNull().defaultTo('[]'))
    .execute();
  await schema
    .alterTable('stored_file')
    .addColumn('scan', 'text', (c) => c.notNull().defaultTo('none'))
    .execute();
}
