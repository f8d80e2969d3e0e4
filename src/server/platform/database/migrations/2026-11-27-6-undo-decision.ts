import type { Kysely } from 'kysely';

/** Last decision of an application while it can be undone, as JSON. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('application').addColumn('last_decision_json', 'text').execute();
}
