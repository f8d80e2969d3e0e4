import { sql } from 'kysely';
import type { Store } from '#server/platform/database/database.ts';
import type { JobKind } from '#server/platform/database/schema.ts';

/** Jobs of one kind. */
export interface QueueOfKind {
  kind: JobKind;
  /** Can be taken now. */
  due: number;
  /** Leased by a worker. */
  working: number;
  /** Not due yet, or waiting for a retry. */
  later: number;
  /** Failed for too long; a person has to retry them. */
  dead: number;
  /** Due time of the oldest due job, ms since the epoch. */
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
