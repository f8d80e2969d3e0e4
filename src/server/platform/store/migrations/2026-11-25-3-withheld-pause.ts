import { type Kysely, sql } from 'kysely';

/** The due dates of data that are withheld are recalculated: their time rests from now on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into job (id, kind, subject, priority, run_at, attempts)
    select 'withheld-pause', 'dueDates', 'personal', 2, 0, 0
    where exists (select 1 from application where state = 'dataRequest.withheld')`.execute(db);
}
