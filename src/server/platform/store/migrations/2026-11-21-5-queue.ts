import { type Kysely, sql } from 'kysely';

/**
 * The queue at a hundred thousand applications. One index holds all that its filters look at, so
 * that no wide row is read for counting; what is searched stands in narrow rows of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('application_search')
    .addColumn('application_number', 'text', (c) => c.primaryKey().references('application.number'))
    .addColumn('text', 'text', (c) => c.notNull())
    .execute();
  await sql`insert into application_search (application_number, text)
    select number, search_text from application`.execute(db);
  await schema.alterTable('application').dropColumn('search_text').execute();
  for (const name of [
    'application_by_state',
    'application_by_due',
    'application_by_state_due',
    'application_of_assignee',
  ])
    await schema.dropIndex(name).execute();
  await schema
    .createIndex('application_queue')
    .on('application')
    .columns(['due_at', 'number', 'state', 'kind', 'assignee_id'])
    .execute();
}
