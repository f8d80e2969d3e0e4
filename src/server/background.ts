import { once } from 'node:events';
import type { FastifyBaseLogger } from 'fastify';
import { HOUR, MINUTE } from '#lib/words/durations.ts';
import { purgeAccounts, purgeSignIns } from '#server/accounts/accounts.ts';
import { purgeDrafts } from '#server/accounts/drafts/drafts.ts';
import { reseal } from '#server/accounts/second-factor/reseal.ts';
import { endLapsedSessions } from '#server/accounts/sessions/sessions.ts';
import { passDeadlines, remind } from '#server/applications/deadlines/deadlines.ts';
import { startDueDateWorker } from '#server/applications/deadlines/due-date-worker.ts';
import { cleanUpFiles, cleanUpReports } from '#server/applications/files/clean-up.ts';
import { startScanner } from '#server/applications/files/scan-files.ts';
import { checkDueContents } from '#server/applications/files/stored-contents.ts';
import { startDigester } from '#server/applications/mails/post-to-desk.ts';
import { expireReports, purgeApplications, purgeLog } from '#server/applications/retention.ts';
import { startNameSorter } from '#server/applications/sort-names.ts';
import { rebuildOutdatedProjections, startProjectionWorker } from '#server/figures/projection.ts';
import { sendOperatorAlerts } from '#server/operations/operator-alerts.ts';
import { flushReads } from '#server/platform/audit/audit-log.ts';
import { startHeadCopier } from '#server/platform/audit/heads.ts';
import type { OnError, Services } from '#server/platform/database/services.ts';
import { StoreUnavailable } from '#server/platform/database/store-error.ts';
import { purgeRateLimits } from '#server/platform/http/rate-limiter.ts';
import { startMailer } from '#server/platform/mail/send.ts';
import { backendLocation } from '#server/vehicles/backend-access.ts';
import { compactSamples } from '#server/vehicles/compact-samples.ts';
import { fillLatest } from '#server/vehicles/live-samples.ts';
import { startSimulation } from '#server/vehicles/sandbox-car.ts';
import { syncVehicleLinks } from './applications/entitlement.ts';
import { forgetPresence } from './desk/presence.ts';
import { expireGrants, purgeGrants, syncGrantLinks } from './live/grant-clock.ts';
import { startCopier, startReporter } from './reports/report-jobs.ts';

const FLUSH_READS_INTERVAL_MS = 30_000;

/** Logs errors of workers. Each of them polls an unavailable database: one line a minute for all. */
export function backgroundErrors(log: Pick<FastifyBaseLogger, 'warn' | 'error'>) {
  const warnedAt = new Map<string, number>();
  return (error: unknown): void => {
    if (!(error instanceof StoreUnavailable)) {
      log.error(error);
      return;
    }
    const at = performance.now();
    if (at - (warnedAt.get(error.message) ?? -MINUTE) < MINUTE) return;
    warnedAt.set(error.message, at);
    log.warn(`Background work is interrupted: ${error.message}`);
  };
}

/**
 * Starts all workers and timers. The returned function stops them and waits for work in progress
 * until `overdue` aborts. Jobs that are not done by then are released.
 */
export function startBackground(
  services: Services,
  onError: OnError,
): (overdue?: AbortSignal) => Promise<void> {
  const workers = [
    startMailer,
    startHeadCopier,
    startReporter,
    startCopier,
    startDueDateWorker,
    startNameSorter,
    startProjectionWorker,
    startDigester,
    startSimulation,
    // Without a scanner, files in quarantine wait for a process that has one.
    ...(services.config.CLAMD_URL ? [startScanner] : []),
  ].map((start) => start(services, onError));
  const ended = new AbortController();
  const running = new Set<Promise<unknown>>();
  const run = (work: () => Promise<unknown>) => {
    const done = work().catch(onError);
    running.add(done);
    void done.then(() => running.delete(done));
  };
  // Less often for a maker's back end, which is queried over HTTP; imported links are local.
  const linkCheck = backendLocation(services.config) ? HOUR : MINUTE;
  type Periodic = [interval: number, work: () => Promise<unknown>];
  const fromStart: Periodic[] = [
    [MINUTE, () => runTimedTransitions(services, onError)],
    // API calls check a link when they need it; this check finds links for which a mail is due.
    [linkCheck, () => syncVehicleLinks(services, onError)],
    [linkCheck, () => syncGrantLinks(services, onError)],
    [HOUR, () => cleanUp(services, onError, ended.signal)],
  ];
  const later: Periodic[] = [
    [FLUSH_READS_INTERVAL_MS, () => flushReads(services.store)],
    [5 * MINUTE, () => sendOperatorAlerts(services)],
  ];
  run(() => rebuildOutdatedProjections(services, ended.signal));
  for (const [, work] of fromStart) run(work);
  const timers = [...fromStart, ...later].map(([interval, work]) =>
    setInterval(run, interval, work),
  );
  return async (overdue) => {
    timers.forEach(clearInterval);
    ended.abort();
    await Promise.all([
      Promise.race([Promise.all(running), aborted(overdue)]),
      ...workers.map((worker) => worker.stop(overdue)),
    ]);
  };
}

async function aborted(signal?: AbortSignal): Promise<unknown> {
  if (!signal) return new Promise(() => {});
  return signal.aborted || once(signal, 'abort');
}

export async function cleanUp(
  services: Services,
  onError: OnError,
  stopping?: AbortSignal,
): Promise<void> {
  if (services.clock?.isOff) return;
  for (const remove of [
    fillLatest,
    compactSamples,
    purgeRateLimits,
    purgeApplications,
    purgeLog,
    purgeSignIns,
    purgeDrafts,
    purgeAccounts,
    purgeGrants,
    cleanUpFiles,
    cleanUpReports,
    checkDueContents,
    reseal,
    ({ store }: Services) => store.scrub(),
  ])
    if (!stopping?.aborted) await remove(services).catch(onError);
}

export async function runTimedTransitions(
  services: Services,
  onError: OnError = console.error,
): Promise<void> {
  if (services.clock?.isOff) return;
  await passDeadlines(services, onError);
  await remind(services, onError);
  await forgetPresence(services);
  await endLapsedSessions(services);
  await expireReports(services, onError);
  await expireGrants(services, onError);
}
