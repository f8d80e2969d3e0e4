import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Sessions get a keyed digest. Existing ones end, because any row without a digest could be forged.
 * Proposals of leads get a key for the chain that contains no address.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`delete from company_session`.execute(db);
  await sql`delete from session`.execute(db);
  await db.schema.alterTable('session').addColumn('mac', 'text').execute();
  await db.schema.alterTable('lead_nomination').addColumn('id', 'text').execute();
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const randomId = sql.raw(isPostgres ? 'gen_random_uuid()' : 'lower(hex(randomblob(16)))');
  await sql`update lead_nomination set id = ${randomId}`.execute(db);
}
