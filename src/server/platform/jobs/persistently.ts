import { setTimeout } from 'node:timers/promises';
import { StoreUnavailable } from '#server/platform/store/store-error.ts';
import { LEASE } from './lease.ts';

/** Pause between two tries, in ms. */
const PAUSE = 250;

/**
 * Writes an outcome as soon as the database answers again: what is done but not recorded would be
 * done twice. Ends with the lease, which then is another's, or with the process.
 */
export async function persistently(
  write: () => Promise<unknown>,
  stopping?: AbortSignal,
): Promise<unknown> {
  for (const until = performance.now() + LEASE; ; ) {
    try {
      return await write();
    } catch (error) {
      const isOver = stopping?.aborted || performance.now() > until;
      if (isOver || !(error instanceof StoreUnavailable)) throw error;
      await setTimeout(PAUSE);
    }
  }
}
