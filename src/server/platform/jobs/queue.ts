import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { announceJob } from '#server/platform/database/open-database.ts';
import { insertRows } from '#server/platform/database/rows.ts';
import type { JobKind, JobKinds, Schema } from '#server/platform/database/schema.ts';

/**
 * Priorities of the jobs of one kind: `urgent` if a known person waits, `prompt` if an anonymous
 * person waits (newest first), `normal` by default, `routine` if the job can wait.
 */
export const priorities = { urgent: 0, prompt: 1, normal: 2, routine: 3 } as const;
export type Priority = keyof typeof priorities;

/** Queues a job in the caller's transaction. The commit wakes the workers of this process. */
export async function enqueue<K extends JobKind>(
  trx: Transaction<Schema>,
  job: { kind: K; subject: JobKinds[K]; runAt: number; priority?: Priority },
): Promise<void> {
  announceJob(trx, job.kind);
  await insertRows(trx, 'job', {
    id: randomUUID(),
    kind: job.kind,
    subject: job.subject,
    priority: priorities[job.priority ?? 'normal'],
    run_at: job.runAt,
    leased_until: null,
    attempts: 0,
    last_error: null,
  });
}

export async function runNow<K extends JobKind>(
  trx: Transaction<Schema>,
  job: { kind: K; subject: JobKinds[K]; at: number },
): Promise<void> {
  announceJob(trx, job.kind);
  await trx
    .updateTable('job')
    .set({ run_at: job.at })
    .where('kind', '=', job.kind)
    .where('subject', '=', job.subject)
    .where('run_at', '>', job.at)
    .execute();
}
