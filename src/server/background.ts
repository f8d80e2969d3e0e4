import { purgeAccounts, purgeSignIns } from '#server/accounts/accounts.ts';
import { purgeDrafts } from '#server/accounts/drafts/drafts.ts';
import { reseal } from '#server/accounts/second-factor/reseal.ts';
import { endLapsedSessions } from '#server/accounts/sessions/sessions.ts';
import { passDeadlines, remind } from '#server/applications/deadlines/deadlines.ts';
import { startDueDateWorker } from '#server/applications/deadlines/due-date-worker.ts';
import { cleanUpFiles, cleanUpReports } from '#server/applications/files/clean-up.ts';
import { checkDueContents } from '#server/applications/files/damage.ts';
import { startScanner } from '#server/applications/files/scan-files.ts';
import { startDigester } from '#server/applications/mails/post-to-desk.ts';
import { expireReports, purgeApplications, purgeLog } from '#server/applications/retention.ts';
import { rebuildOutdatedProjections, startProjectionWorker } from '#server/figures/projection.ts';
import { sendOperatorAlerts } from '#server/operations/operator-alerts.ts';
import { flushReads } from '#server/platform/audit/audit-log.ts';
import { startHeadCopier } from '#server/platform/audit/heads.ts';
import type { Services } from '#server/platform/database/services.ts';
import { purgeRateLimits } from '#server/platform/http/rate-limiter.ts';
import { startMailer } from '#server/platform/mail/send.ts';
import { backendLocation } from '#server/vehicles/backend-access.ts';
import { compactSamples } from '#server/vehicles/compact-samples.ts';
import { fillLatest } from '#server/vehicles/latest-values.ts';
import { startSimulation } from '#server/vehicles/sandbox-car.ts';
import { syncVehicleLinks } from './applications/entitlement.ts';
import { forgetPresence } from './desk/presence.ts';
import { expireGrants, purgeGrants, syncGrantLinks } from './live/grants.ts';
import { startCopier, startReporter } from './reports/report-jobs.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Interval in ms. Reads by staff enter the chain within a minute. */
const FLUSH_READS_EVERY = 30_000;

/** Returns the function that stops all. When `overdue` is aborted, jobs are released. */
export function startBackground(
  services: Services,
  onError: (error: unknown) => void,
): (overdue?: AbortSignal) => Promise<void> {
  const workers = [
    startMailer,
    startHeadCopier,
    startReporter,
    startCopier,
    startDueDateWorker,
    startProjectionWorker,
    startScanner,
    startDigester,
    startSimulation,
  ].map((start) => start(services, onError));
  const everyMinute = () => runTimedTransitions(services, onError).catch(onError);
  // API calls check a link when they need it; this check finds links for which a mail is due.
  const syncAllLinks = () => syncVehicleLinks(services, onError).catch(onError);
  const syncLive = () => syncGrantLinks(services, onError).catch(onError);
  const clean = () => cleanUp(services, onError);
  const ended = new AbortController();
  const rebuilt = rebuildOutdatedProjections(services, ended.signal).catch(onError);
  everyMinute();
  syncAllLinks();
  syncLive();
  clean();
  const timers = [
    setInterval(() => void flushReads(services.store).catch(onError), FLUSH_READS_EVERY),
    setInterval(everyMinute, MINUTE),
    setInterval(syncAllLinks, HOUR),
    // Imported links are in our own database; a maker's back end answers over HTTP.
    setInterval(syncLive, backendLocation(services.config) ? HOUR : MINUTE),
    setInterval(clean, HOUR),
    setInterval(() => void sendOperatorAlerts(services).catch(onError), 5 * MINUTE),
  ];
  return async (overdue) => {
    timers.forEach(clearInterval);
    ended.abort();
    await Promise.all([rebuilt, ...workers.map((worker) => worker.stop(overdue))]);
  };
}

export async function cleanUp(
  services: Services,
  onError: (error: unknown) => void,
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
    await remove(services).catch(onError);
}

export async function runTimedTransitions(
  services: Services,
  onError: (error: unknown) => void = console.error,
): Promise<void> {
  if (services.clock?.isOff) return;
  await passDeadlines(services, onError);
  await remind(services, onError);
  await forgetPresence(services);
  await endLapsedSessions(services);
  await expireReports(services, onError);
  await expireGrants(services, onError);
}
