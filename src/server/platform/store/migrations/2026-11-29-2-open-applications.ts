import type { Kysely } from 'kysely';

/**
 * Finds the open applications of a time of filing by their state first: where the kind stood before
 * the time, all states were gone through for a filter without one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('application_open')
    .on('application')
    .columns(['state', 'created_at', 'kind', 'due_at', 'updated_at'])
    .execute();
  await db.schema.dropIndex('application_figures').execute();
}
