import type { Kysely } from 'kysely';

/** Texts of letters to requesters, which are kept after sending. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('mail').addColumn('letter', 'text').execute();
}
