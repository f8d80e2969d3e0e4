import { expect } from 'vitest';
import { nextDue } from '#server/platform/jobs/lease.ts';
import type { Services } from '#server/platform/store/services.ts';
import { startReporter } from '#server/reports/generate-job.ts';

/** Generates the reports that are due, as the running server would. */
export async function generateDue(services: Services): Promise<void> {
  const reporter = startReporter(services);
  await expect.poll(() => nextDue(services.store, 'report')).toBeNull();
  await reporter.stop();
}
