import type { Kysely } from 'kysely';

/** Who handed an application over, while it can be taken back, with the mail that may be unsent. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('application').addColumn('handed_over_by', 'text').execute();
  await db.schema
    .createIndex('application_handed_over')
    .ifNotExists()
    .on('application')
    .column('handed_over_by')
    .where('handed_over_by', 'is not', null)
    .execute();
  await db.schema.alterTable('held_mail').addColumn('topic', 'text').execute();
}
