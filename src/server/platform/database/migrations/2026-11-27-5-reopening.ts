import { type Kysely, sql } from 'kysely';

/** State that an application was ended in, so that it can be reopened there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('application').addColumn('ended_in', 'text').execute();
  await sql`
    update application set ended_in = (
      select from_state from history_entry
      where application_number = application.number and revision = application.revision
    ) where state = 'terminated.byHolder'
  `.execute(db);
}
