import { expect } from 'vitest';
import { nextDue } from '#server/platform/jobs/lease.ts';
import type { Services } from '#server/platform/store/services.ts';
import { startDueDateWorker } from '#server/workflow/clock/due-date-worker.ts';

/** Recalculates the pending due dates, as the running server would once tries are due again. */
export async function recalculateDueDates(services: Services): Promise<void> {
  const worker = startDueDateWorker({ ...services, now: () => services.now() + 60 * 60_000 });
  await expect.poll(() => nextDue(services.store, 'dueDates'), { timeout: 20_000 }).toBeNull();
  await worker.stop();
}
