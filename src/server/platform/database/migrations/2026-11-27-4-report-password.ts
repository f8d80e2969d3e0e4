import type { Kysely } from 'kysely';

/** Password of a delivered report, encrypted, so that it can be mailed again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('report').addColumn('password', 'text').execute();
}
