import type { Kysely } from 'kysely';

/** Who watches which application, and who is named in which note. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('watch')
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id'))
    .addColumn('application_number', 'text', (c) => c.notNull().references('application.number'))
    .addPrimaryKeyConstraint('watch_key', ['account_id', 'application_number'])
    .execute();
  await schema
    .createIndex('watch_of_application')
    .on('watch')
    .columns(['application_number'])
    .execute();
  await schema
    .createTable('mention')
    .addColumn('note_id', 'text', (c) => c.notNull().references('note.id'))
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id'))
    .addColumn('application_number', 'text', (c) => c.notNull().references('application.number'))
    .addPrimaryKeyConstraint('mention_key', ['note_id', 'account_id'])
    .execute();
  await schema
    .createIndex('mention_of_application')
    .on('mention')
    .columns(['application_number'])
    .execute();
}
