import type { Kysely } from 'kysely';

/**
 * Keeps the data of each event beside its sender in the history, so that a case can be replayed
 * with its own facts; steps the machine would not have allowed are rows. Everything that is derived
 * from histories so far is rebuilt: no row names yet the machine that has replayed it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema.alterTable('history_entry').addColumn('facts_json', 'text').execute();
  await schema
    .alterTable('course')
    .addColumn('assumed', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema.alterTable('course').addColumn('replayed_by', 'text').execute();
  await schema
    .createTable('deviation')
    .addColumn('application_number', 'text', (c) => c.notNull().references('application.number'))
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('from_state', 'text')
    .addColumn('to_state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('guard', 'text')
    .addPrimaryKeyConstraint('deviation_key', ['application_number', 'revision'])
    .execute();
  await schema
    .createIndex('deviation_alike')
    .on('deviation')
    .columns(['event', 'from_state', 'to_state', 'kind', 'role', 'reason', 'guard'])
    .execute();
}
