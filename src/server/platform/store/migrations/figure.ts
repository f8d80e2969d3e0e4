import type { Kysely } from 'kysely';
import type { Schema } from '#server/platform/store/schema.ts';

/**
 * What the figures count: the steps of the histories in narrow rows with the facts they are
 * filtered by. Each index holds all that its questions look at, so that no wide row is read.
 */
export async function addFigures(db: Kysely<Schema>): Promise<void> {
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

/**
 * What each event carried beside its sender stays in the history, so that a case can be replayed
 * with its own facts; what the machine would not have allowed are rows. Everything that is derived
 * from histories so far is told anew: nothing says yet which machine has replayed it.
 */
export async function addConformance(db: Kysely<Schema>): Promise<void> {
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
