import { type Kysely, sql } from 'kysely';

/** The previous release, which calculates in hours, must not take the job. */
const AFTER_UPGRADE = 10 * 60 * 1000;

/** Recalculates the due dates of service goals, which are now counted in calendar days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into job (id, kind, subject, priority, run_at, attempts)
    select 'due dates in days', 'dueDates', 'personal', 2, ${Date.now() + AFTER_UPGRADE}, 0
    where exists (select 1 from application where kind = 'personal' and due_at is not null)`.execute(
    db,
  );
}
