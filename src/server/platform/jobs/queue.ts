import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Schema } from '#server/platform/store/schema.ts';

/** Writes a job, in the transaction of its cause. */
export async function enqueue(
  trx: Transaction<Schema>,
  job: { kind: Schema['job']['kind']; subject: string; runAt: number },
): Promise<void> {
  await trx
    .insertInto('job')
    .values({
      id: randomUUID(),
      kind: job.kind,
      subject: job.subject,
      run_at: job.runAt,
      leased_until: null,
      attempts: 0,
      last_error: null,
    })
    .execute();
}
