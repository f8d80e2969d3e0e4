import { type Kysely, sql } from 'kysely';

/** Until then, processes of the previous release may still write keys in its form. */
const AFTER_UPGRADE = 10 * 60 * 1000;

/**
 * Recalculates the sort keys of names: they are folded as searches are, without punctuation, and
 * those of applications on behalf of a user are the third party's.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`insert into job (id, kind, subject, priority, run_at, attempts)
    select 'sort names', 'sortNames', 'all', 2, ${Date.now() + AFTER_UPGRADE}, 0
    where exists (select 1 from application)`.execute(db);
}
