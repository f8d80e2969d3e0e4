import { sql, type Transaction } from 'kysely';
import type { Store } from '#server/platform/database/database.ts';
import { announceJob } from '#server/platform/database/open-database.ts';
import type { JobKind, Schema } from '#server/platform/database/schema.ts';

export async function queueByKind({ db }: Store, now: number) {
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
  return rows.map(({ all, ...row }) => ({
    ...row,
    later: all - row.due - row.working - row.dead,
  }));
}

/** Returns when the longest failing job of each kind first failed (Unix time, ms), if not dead. */
export async function failingSince({ db }: Store): Promise<{ kind: JobKind; since: number }[]> {
  return db
    .selectFrom('job')
    .select(['kind', sql<number>`min(failing_since)`.as('since')])
    .where('failing_since', 'is not', null)
    .where('dead_at', 'is', null)
    .groupBy('kind')
    .orderBy('kind')
    .execute();
}

export function failedJobs({ db }: Store, limit: number) {
  return db
    .selectFrom('job')
    .leftJoin('mail', (join) =>
      join.onRef('mail.id', '=', 'job.subject').on('job.kind', '=', 'mail'),
    )
    .select(['job.id', 'job.kind', 'job.subject', 'job.attempts', 'job.run_at'])
    .select(['job.last_error', 'job.failing_since', 'job.dead_at', 'mail.application_number'])
    .select(['mail.subject as mail_subject', 'mail.language as mail_language'])
    .where('job.failing_since', 'is not', null)
    .where('job.leased_until', 'is', null)
    .orderBy('job.failing_since')
    .orderBy('job.id')
    .limit(limit)
    .execute();
}

export async function reviveJobs(trx: Transaction<Schema>, ids: readonly string[], now: number) {
  const revived = await trx
    .updateTable('job')
    .set({ run_at: now, failing_since: null, dead_at: null })
    .where('id', 'in', ids)
    .where('failing_since', 'is not', null)
    .where('leased_until', 'is', null)
    .returning(['kind', 'subject'])
    .execute();
  for (const { kind } of revived) announceJob(trx, kind);
  return revived;
}

/**
 * Deletes the job of a failing mail and the body of the mail, if it is still there. Returns undefined
 * if there is no such job.
 */
export async function giveUpMail(
  trx: Transaction<Schema>,
  id: string,
  now: number,
): Promise<{ application_number: string | null } | undefined> {
  const job = await trx
    .deleteFrom('job')
    .where('id', '=', id)
    .where('kind', '=', 'mail')
    .where('failing_since', 'is not', null)
    .where('leased_until', 'is', null)
    .returning('subject')
    .executeTakeFirst();
  if (!job) return undefined;
  const mail = await trx
    .updateTable('mail')
    .set({ body: '', valid_until: now })
    .where('id', '=', job.subject)
    .returning('application_number')
    .executeTakeFirst();
  return mail ?? { application_number: null };
}
