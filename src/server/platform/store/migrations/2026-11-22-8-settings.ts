import { type Kysely, sql } from 'kysely';

/** Whether this is an installation of production or a demonstration: one is never made the other. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('installation_mode')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('mode', 'text', (column) => column.notNull())
    .execute();
  // A demonstration has had its accounts, by these ids, since its first start.
  await sql`
    insert into installation_mode (id, mode)
    select 1, case when max(case when id like 'demo-%' then 1 else 0 end) = 1
      then 'demonstration' else 'production' end
    from account
    having count(*) > 0
  `.execute(db);
}
