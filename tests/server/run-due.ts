import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { startDueDateWorker } from '#server/applications/deadlines/due-date-worker.ts';
import { startProjectionWorker } from '#server/figures/projection.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { Job } from '#server/platform/jobs/lease.ts';
import type { Worker } from '#server/platform/jobs/worker.ts';
import { startReporter } from '#server/reports/report-jobs.ts';

/** Generates the reports that are due, as the running server would. */
export const generateDue = (services: Services) =>
  runDue(services, 'report', startReporter(services));

/** Projects the histories that grew, as the running server would. */
export const projectDue = (services: Services) =>
  runDue(services, 'projection', startProjectionWorker(services));

/** Recalculates the pending due dates, as the running server would once tries are due again. */
export const recalculateDueDates = (services: Services) =>
  runDue(
    services,
    'dueDates',
    startDueDateWorker({ ...services, now: () => services.now() + 60 * 60_000 }),
  );

/** Runs a worker until no job of its kind is left, but what is put off until data are shared. */
export async function runDue(
  { store, now }: Services,
  kind: Job['kind'],
  worker: Worker,
): Promise<void> {
  const left = store.db
    .selectFrom('job')
    .select(['subject', 'last_error'])
    .where('kind', '=', kind)
    .where((is) =>
      is.or([
        is(is.fn.coalesce('last_error', sql.lit('')), 'not like', '%is suspended'),
        is('run_at', '<=', now()),
      ]),
    );
  await vi.waitFor(async () => expect(await left.execute()).toEqual([]), { timeout: 60_000 });
  await worker.stop();
}
