import type { Kysely } from 'kysely';

/**
 * Adds the rows that the figures count: the steps of the histories in narrow rows with the facts
 * they are filtered by. Each index holds all that its questions look at, so that no wide row is
 * read.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('step')
    .addColumn('application_number', 'text', (c) => c.notNull().references('application.number'))
    .addColumn('revision', 'integer', (c) => c.notNull())
    .addColumn('from_code', 'integer', (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('to_code', 'integer', (c) => c.notNull())
    .addColumn('waited', 'bigint')
    .addColumn('visit', 'integer', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('filed_at', 'bigint', (c) => c.notNull())
    .addColumn('outcome', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('step_key', ['application_number', 'revision'])
    .execute();
  await schema
    .createTable('course')
    .addColumn('application_number', 'text', (c) => c.primaryKey().references('application.number'))
    .addColumn('codes', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('filed_at', 'bigint', (c) => c.notNull())
    .addColumn('outcome', 'integer', (c) => c.notNull())
    .execute();
  await schema
    .createIndex('step_of_transition')
    .on('step')
    .columns(['from_code', 'event', 'to_code', 'waited', 'kind', 'filed_at', 'outcome', 'visit'])
    .execute();
  await schema
    .createIndex('step_of_state')
    .on('step')
    .columns(['from_code', 'waited', 'kind', 'filed_at', 'outcome'])
    .execute();
  await schema
    .createIndex('course_variant')
    .on('course')
    .columns(['codes', 'kind', 'filed_at', 'outcome'])
    .execute();
  await schema
    .createIndex('application_figures')
    .on('application')
    .columns(['state', 'kind', 'created_at', 'due_at', 'updated_at'])
    .execute();
}
