import type { Kysely } from 'kysely';

/** Notes that ask a colleague for an opinion, and the notes that give it. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('opinion')
    .addColumn('question_id', 'text', (c) => c.primaryKey().references('note.id'))
    .addColumn('application_number', 'text', (c) => c.notNull().references('application.number'))
    .addColumn('asked_of', 'text', (c) => c.notNull().references('account.id'))
    .addColumn('answer_id', 'text', (c) => c.references('note.id'))
    .execute();
  for (const column of ['application_number', 'asked_of'])
    await schema.createIndex(`opinion_${column}`).on('opinion').columns([column]).execute();
}
