import { sql } from 'kysely';
import { expect, vi } from 'vitest';
import { startDueDateWorker } from '#server/applications/deadlines/due-date-worker.ts';
import { startNameSorter } from '#server/applications/sort-names.ts';
import { startProjectionWorker } from '#server/figures/projection.ts';
import type { Store } from '#server/platform/database/database.ts';
import { announceJob } from '#server/platform/database/open-database.ts';
import type { JobKind } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import type { Job } from '#server/platform/jobs/lease.ts';
import type { Worker } from '#server/platform/jobs/worker.ts';
import { startMailer } from '#server/platform/mail/send.ts';
import { startReporter } from '#server/reports/report-jobs.ts';

/** Generates due reports. */
export const generateDue = (services: Services) =>
  runDue(services, 'report', startReporter(services));

/** Projects histories. */
export const projectDue = (services: Services) =>
  runDue(services, 'projection', startProjectionWorker(services));

/** Sends the mails that are due, as a process that was just started. */
export async function sendDueMail(services: Services): Promise<void> {
  const mailer = startMailer(services);
  await waitForDue(services, 'mail');
  await mailer.stop();
}

/** Recalculates pending due dates, including later retries. */
export const recalculateDueDates = (services: Services) =>
  runDue(
    services,
    'dueDates',
    startDueDateWorker({ ...services, now: () => services.now() + 60 * 60_000 }),
  );

/** Recalculates sort keys of names, also those that are due after an upgrade. */
export const sortNames = (services: Services) =>
  runDue(
    services,
    'sortNames',
    startNameSorter({ ...services, now: () => services.now() + 60 * 60_000 }),
  );

/** Runs a worker until only jobs of suspended applications are left. */
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
  await untilNone(left);
  await worker.stop();
}

/** Waits until the due jobs of a kind are done. Those that are due later stay. */
export const waitForDue = ({ store, now }: Services, kind: JobKind): Promise<void> =>
  untilNone(
    store.db.selectFrom('job').select('id').where('kind', '=', kind).where('run_at', '<=', now()),
  );

const untilNone = (query: { execute(): Promise<unknown[]> }): Promise<void> =>
  vi.waitFor(async () => expect(await query.execute()).toEqual([]), {
    timeout: 60_000,
    interval: 5,
  });

/** Wakes the workers of a kind after a change of the clock. */
export const wakeWorkers = (store: Store, kind: JobKind): Promise<void> =>
  store.transact(async (trx) => announceJob(trx, kind));
