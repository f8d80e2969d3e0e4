import { type Kysely, sql } from 'kysely';

/** The log of who opened and changed what, one chain over all entries. */
export async function up(db: Kysely<unknown>): Promise<void> {
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
  await sql`insert into audit_head (id, seq, hash) values (1, 0, '')`.execute(db);
}
