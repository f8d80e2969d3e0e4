import { type Kysely, sql } from 'kysely';

/** Adds what the desk needs of an application: its assignee, its due date, its search text. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  const application = schema.alterTable('application');
  await application.addColumn('due_at', 'bigint').execute();
  await application.addColumn('assignee_id', 'text', (c) => c.references('account.id')).execute();
  await application.addColumn('search_text', 'text', (c) => c.notNull().defaultTo('')).execute();
  await application
    .addColumn('reminded_revision', 'integer', (c) => c.notNull().defaultTo(-1))
    .execute();
  // Filed before there was a desk: found by number, and due when they were last touched.
  await sql`update application set search_text = lower(number), due_at = coalesce(answer_due_at, updated_at)
    where code not in (4, 10, 11)`.execute(db);
  await sql`update application set search_text = lower(number) where search_text = ''`.execute(db);
  await schema
    .createIndex('application_by_due')
    .on('application')
    .columns(['due_at', 'number'])
    .execute();
  await schema
    .createIndex('application_by_state_due')
    .on('application')
    .columns(['state', 'due_at', 'number'])
    .execute();
  await schema
    .createIndex('application_of_assignee')
    .on('application')
    .columns(['assignee_id', 'due_at', 'number'])
    .execute();
  await schema
    .createTable('presence')
    .addColumn('application_number', 'text', (c) => c.notNull().references('application.number'))
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id'))
    .addColumn('seen_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('presence_key', ['application_number', 'account_id'])
    .execute();
  await schema
    .createTable('note')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('application_number', 'text', (c) => c.notNull().references('application.number'))
    .addColumn('author_id', 'text', (c) => c.notNull().references('account.id'))
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('note_of_application')
    .on('note')
    .columns(['application_number', 'at'])
    .execute();
  await schema
    .createTable('saved_view')
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('filter_json', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('saved_view_key', ['account_id', 'name'])
    .execute();
}
