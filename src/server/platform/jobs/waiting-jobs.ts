import { sql } from 'kysely';
import type { Store } from '#server/platform/store/database.ts';

/** Jobs of one kind. */
export interface QueueOfKind {
  kind: string;
  /** They could be taken now. */
  due: number;
  /** Somebody has them. */
  working: number;
  /** Their time has not come, or that of their next try. */
  later: number;
  /** They failed for too long, and wait for a person. */
  dead: number;
  /** Since when the longest of the due has been due, ms since the epoch. */
  dueSince: number | null;
}

/** Counts the jobs of each kind by when they can be taken; a kind without a job is left out. */
export async function queueByKind({ db }: Store, now: number): Promise<QueueOfKind[]> {
  const isWorking = sql<boolean>`coalesce(leased_until, 0) > ${now}`;
  const isDue = sql<boolean>`run_at <= ${now} and coalesce(leased_until, 0) <= ${now}`;
  const count = (condition: typeof isDue) =>
    sql<number>`sum(case when ${condition} then 1 else 0 end)`;
  const rows = await db
    .selectFrom('job')
    .select(['kind', count(isDue).as('due'), count(isWorking).as('working')])
    .select(count(sql<boolean>`dead_at is not null`).as('dead'))
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .select(sql<number | null>`min(case when ${isDue} then run_at end)`.as('dueSince'))
    .groupBy('kind')
    .orderBy('kind')
    .execute();
  return rows.map(({ kind, due, working, dead, all, dueSince }) => ({
    kind,
    due: Number(due),
    working: Number(working),
    later: Number(all) - Number(due) - Number(working) - Number(dead),
    dead: Number(dead),
    dueSince: dueSince === null ? null : Number(dueSince),
  }));
}
