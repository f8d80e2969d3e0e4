import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Store } from '#server/platform/store/database.ts';
import type { Schema } from '#server/platform/store/schema.ts';

/**
 * Order of the jobs of one kind: `urgent` is what somebody waits for at the screen, `prompt` the
 * same for somebody of whom nothing is known yet (the newest of it first), `routine` what can wait.
 */
export const priorities = { urgent: 0, prompt: 1, normal: 2, routine: 3 } as const;
export type Priority = keyof typeof priorities;

/** Writes a job, in the transaction of its cause. */
export async function enqueue(
  trx: Transaction<Schema>,
  job: { kind: Schema['job']['kind']; subject: string; runAt: number; priority?: Priority },
): Promise<void> {
  await trx
    .insertInto('job')
    .values({
      id: randomUUID(),
      kind: job.kind,
      subject: job.subject,
      priority: priorities[job.priority ?? 'normal'],
      run_at: job.runAt,
      leased_until: null,
      attempts: 0,
      last_error: null,
    })
    .execute();
}

/**
 * Makes the jobs of a subject due now that wait for a later time, and those in hand: what a try of
 * theirs found before does not put them off (`defer`).
 */
export async function hasten(
  trx: Transaction<Schema>,
  job: { kind: Schema['job']['kind']; subject: string; at: number },
): Promise<void> {
  await trx
    .updateTable('job')
    .set({ run_at: job.at })
    .where('kind', '=', job.kind)
    .where('subject', '=', job.subject)
    .where((is) => is.or([is('run_at', '>', job.at), is('leased_until', 'is not', null)]))
    .execute();
}

/** Tests that `count` jobs of a kind and a priority are due, or more. */
export async function isBacklogged(
  { db }: Store,
  job: { kind: Schema['job']['kind']; priority: Priority; at: number; count: number },
): Promise<boolean> {
  const last = await db
    .selectFrom('job')
    .select('id')
    .where('kind', '=', job.kind)
    .where('priority', '=', priorities[job.priority])
    .where('run_at', '<=', job.at)
    .orderBy('run_at')
    .offset(job.count - 1)
    .limit(1)
    .executeTakeFirst();
  return last !== undefined;
}
