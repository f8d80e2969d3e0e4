import { expect } from 'vitest';
import { startProjectionWorker } from '#server/insight/projection-worker.ts';
import { nextDue } from '#server/platform/jobs/lease.ts';
import type { Services } from '#server/platform/store/services.ts';

/** Projects the histories that grew, as the running server would. */
export async function projectDue(services: Services): Promise<void> {
  const worker = startProjectionWorker(services);
  await expect.poll(() => nextDue(services.store, 'projection')).toBeNull();
  await worker.stop();
}
