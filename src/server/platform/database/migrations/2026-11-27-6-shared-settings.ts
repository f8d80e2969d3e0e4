import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table shared_setting (name text primary key, value text not null)`.execute(db);
}
