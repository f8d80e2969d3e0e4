import type { Kysely } from 'kysely';

/** One keyed chain over log, records, reports and erasures, and the copies of its end elsewhere. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('seal')
    .addColumn('seq', 'bigint', (c) => c.primaryKey())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('key_id', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('seal_of_subject')
    .on('seal')
    .columns(['kind', 'subject', 'seq'])
    .execute();
  for (const column of ['seal_hash', 'key_id', 'mac'])
    await schema
      .alterTable('audit_head')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  await schema
    .alterTable('audit_head')
    .addColumn('seal_seq', 'bigint', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema
    .createTable('head_copy')
    .addColumn('target', 'text', (c) => c.primaryKey())
    .addColumn('seq', 'bigint', (c) => c.notNull())
    .addColumn('next_at', 'bigint', (c) => c.notNull())
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('last_error', 'text')
    .execute();
}
