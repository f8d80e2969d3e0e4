import { CLOCKS_APART } from '#server/platform/store/clocks-apart.ts';
import type { Store } from '#server/platform/store/database.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import { LONGEST_RETRY, NEVER } from './lease.ts';

/** Furthest that a job is put off; none is queued for later than that either. */
const LONGEST_OFF = LONGEST_RETRY + CLOCKS_APART;

/** Tests that a job is due so late that it was put off before the clock was set back. */
export const isOfFormerClock = (due: number, now: number) => due > now + LONGEST_OFF && due < NEVER;

/** Makes the jobs of a kind due now that wait for a time of before the clock was set back. */
export function recallPutOff(
  { db }: Store,
  kind: Schema['job']['kind'],
  now: number,
): Promise<unknown> {
  return db
    .updateTable('job')
    .set({ run_at: now })
    .where('kind', '=', kind)
    .where('run_at', '>', now + LONGEST_OFF)
    .where('dead_at', 'is', null)
    .where('leased_until', 'is', null)
    .execute();
}
