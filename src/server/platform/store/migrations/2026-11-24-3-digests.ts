import type { Kysely } from 'kysely';

/** Staff who get their mails once an hour, and what waits for them. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('account')
    .addColumn('mails_hourly', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema
    .createTable('held_mail')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id'))
    .addColumn('application_number', 'text', (c) => c.notNull().references('application.number'))
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('held_mail_of_account')
    .on('held_mail')
    .columns(['account_id'])
    .execute();
  await schema
    .createIndex('held_mail_of_application')
    .on('held_mail')
    .columns(['application_number'])
    .execute();
}
