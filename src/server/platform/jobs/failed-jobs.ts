import type { Transaction } from 'kysely';
import type { Store } from '#server/platform/database/database.ts';
import { announceJob } from '#server/platform/database/open-store.ts';
import type { Schema } from '#server/platform/database/schema.ts';

/** Failing jobs that no worker holds, longest failing first. */
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

/** Makes failed jobs due now, with a day of attempts; returns those that were still waiting. */
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
 * Deletes the job of a failing mail and the mail's body. Returns the number that the mail is about,
 * or undefined when there is no such job.
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
  return trx
    .updateTable('mail')
    .set({ body: '', valid_until: now })
    .where('id', '=', job.subject)
    .returning('application_number')
    .executeTakeFirst();
}
