import { setTimeout } from 'node:timers/promises';
import type { Services } from '#server/platform/database/services.ts';
import { LEASE } from '#server/platform/jobs/lease.ts';

/** Pause between two looks, in ms. */
const PAUSE = 20;

/**
 * Waits until no job is due or being done, for as long as a lease at most: a leap of the clock
 * over work in hand would take it from its worker, as from one that stood still.
 */
export async function endOfWorkInHand({ store, now }: Services): Promise<void> {
  for (const until = performance.now() + LEASE; performance.now() < until; ) {
    const due = store.db.selectFrom('job').select('id').where('run_at', '<=', now()).limit(1);
    if (!(await due.executeTakeFirst())) return;
    await setTimeout(PAUSE);
  }
}
