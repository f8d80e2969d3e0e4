import type { Kysely } from 'kysely';

/** When the password of a report was last mailed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('report').addColumn('password_mailed_at', 'bigint').execute();
}
