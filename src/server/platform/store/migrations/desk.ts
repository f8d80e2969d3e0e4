import { type Kysely, sql } from 'kysely';
import type { Schema } from '#server/platform/store/schema.ts';

/** Roles of the data holder's staff, their second factor, and who did what. */
export async function createStaffTables({ schema }: Kysely<Schema>): Promise<void> {
  for (const role of ['is_lead', 'is_auditor', 'is_analyst'])
    await schema
      .alterTable('account')
      .addColumn(role, 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  await schema.alterTable('session').addColumn('second_factor_at', 'bigint').execute();
  await schema
    .createTable('second_factor')
    .addColumn('account_id', 'text', (c) => c.primaryKey().references('account.id'))
    .addColumn('secret', 'text')
    .addColumn('pending_secret', 'text')
    .addColumn('last_step', 'bigint', (c) => c.notNull())
    .addColumn('wrong_tries', 'integer', (c) => c.notNull())
    .addColumn('locked_until', 'bigint')
    .execute();
  await schema
    .createTable('recovery_code')
    .addColumn('account_id', 'text', (c) => c.notNull().references('account.id'))
    .addColumn('digest', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('recovery_code_key', ['account_id', 'digest'])
    .execute();
}

/** The log of who opened and changed what, one chain over all entries. */
export async function createAuditTables(db: Kysely<Schema>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('audit_entry')
    .addColumn('seq', 'bigint', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('actor_id', 'text', (c) => c.notNull())
    .addColumn('actor', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('application_number', 'text')
    .addColumn('detail', 'text')
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('audit_of_application')
    .on('audit_entry')
    .columns(['application_number', 'seq'])
    .execute();
  await schema
    .createTable('audit_head')
    .addColumn('id', 'integer', (c) => c.primaryKey())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute();
  await db.insertInto('audit_head').values({ id: 1, seq: 0, hash: '' }).execute();
}

/** What the desk needs of an application beside its life: whose it is, by when, how it is found. */
export async function addDeskWork(db: Kysely<Schema>): Promise<void> {
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

/** Finds the log's entries by who acted, by what was done and by when. */
export async function addAuditSearch({ schema }: Kysely<Schema>): Promise<void> {
  for (const column of ['actor', 'action', 'at'])
    await schema
      .createIndex(`audit_by_${column}`)
      .on('audit_entry')
      .columns([column, 'seq'])
      .execute();
}

/** What leads set of the desk. */
export async function createDeskSettings({ schema }: Kysely<Schema>): Promise<void> {
  await schema
    .createTable('desk_setting')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value_json', 'text', (c) => c.notNull())
    .execute();
}
