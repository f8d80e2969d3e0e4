import type { Store } from '#server/platform/store/database.ts';
import { giveBack, type Job, textOf } from './lease.ts';

/**
 * Puts a job off whose work may not be done yet, or gives it back where it was hastened since it was
 * taken; answers whether the job was still ours.
 */
export async function defer(
  store: Store,
  job: Job,
  runAt: number,
  error: unknown,
): Promise<boolean> {
  const { numUpdatedRows } = await store.db
    .updateTable('job')
    .set({ leased_until: null, run_at: runAt, last_error: textOf(error) })
    .where('id', '=', job.id)
    .where('attempts', '=', job.attempts)
    .where('run_at', '=', job.run_at)
    .executeTakeFirst();
  return numUpdatedRows === 1n || giveBack(store, job);
}
