import { purgeAccounts, purgeSignIns } from '#server/accounts/accounts.ts';
import { purgeDrafts } from '#server/accounts/drafts/drafts.ts';
import { reseal } from '#server/accounts/second-factor/reseal.ts';
import { endLapsedSessions } from '#server/accounts/sessions/sessions.ts';
import { passDeadlines } from '#server/applications/deadlines/deadlines.ts';
import { startDueDateWorker } from '#server/applications/deadlines/due-date-worker.ts';
import { remind } from '#server/applications/deadlines/reminders.ts';
import { cleanUpFiles } from '#server/applications/files/clean-up-files.ts';
import { startScanner } from '#server/applications/files/scan-files.ts';
import { startDigester } from '#server/applications/mails/desk-digest.ts';
import { checkDueContents } from '#server/applications/reports/check-contents.ts';
import { cleanUpReports } from '#server/applications/reports/clean-up-reports.ts';
import { expireReports } from '#server/applications/reports/expire-reports.ts';
import { purgeApplications } from '#server/applications/retention/purge-applications.ts';
import { purgeLog } from '#server/applications/retention/purge-log.ts';
import { rebuildOutdatedProjections, startProjectionWorker } from '#server/figures/projection.ts';
import { flushReads } from '#server/platform/audit/audit-log.ts';
import type { Services } from '#server/platform/database/services.ts';
import { purgeRateLimits } from '#server/platform/http/rate-limiter.ts';
import { startHeadCopier } from '#server/platform/jobs/copy-heads.ts';
import { startMailer } from '#server/platform/mail/send.ts';
import { followLinks } from './applications/entitlement.ts';
import { forgetPresence } from './desk/presence.ts';
import { sendOperatorAlerts } from './operations/operator-mail.ts';
import { startCopier } from './reports/copy-job.ts';
import { startReporter } from './reports/generate-job.ts';

const MINUTE = 60_000;
const GATHER_EVERY = 5 * MINUTE;
/** Acting asks for a link at once; this is how late a mail is that nobody asked for. */
const FOLLOW_EVERY = 60 * MINUTE;
/** Reads by staff enter the chain within a minute. */
const FLUSH_READS_EVERY = 30_000;
const CLEAN_UP_EVERY = 60 * MINUTE;
const OPERATOR_EVERY = 5 * MINUTE;

/**
 * Starts mail, reports, due dates, deadlines, links, figures, erasure and clean-up. Returns their
 * end, which gives back unfinished what is still in hand once `overdue` is aborted.
 */
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
  ].map((start) => start(services, onError));
  const gather = () => services.store.analyze().catch(onError);
  const look = () => runTimedTransitions(services, onError).catch(onError);
  const follow = () => followLinks(services, onError).catch(onError);
  const clean = () => cleanUp(services, onError);
  const inform = () => sendOperatorAlerts(services).catch(onError);
  const ended = new AbortController();
  const rebuilt = rebuildOutdatedProjections(services, ended.signal).then(gather, onError);
  look();
  follow();
  clean();
  const timers = [
    setInterval(() => void flushReads(services.store).catch(onError), FLUSH_READS_EVERY),
    setInterval(look, MINUTE),
    setInterval(follow, FOLLOW_EVERY),
    setInterval(gather, GATHER_EVERY),
    setInterval(clean, CLEAN_UP_EVERY),
    setInterval(inform, OPERATOR_EVERY),
  ];
  return async (overdue) => {
    timers.forEach(clearInterval);
    ended.abort();
    await Promise.all([rebuilt, ...workers.map((worker) => worker.stop(overdue))]);
  };
}

/** Removes what nobody may keep any longer; one that fails or refuses keeps none of the others. */
export async function cleanUp(
  services: Services,
  onError: (error: unknown) => void,
): Promise<void> {
  for (const remove of [
    purgeRateLimits,
    purgeApplications,
    purgeLog,
    purgeSignIns,
    purgeDrafts,
    purgeAccounts,
    cleanUpFiles,
    cleanUpReports,
    checkDueContents,
    reseal,
    scrub,
  ])
    await remove(services).catch(onError);
}

const scrub = ({ store }: Services) => store.scrub();

/** Does what falls due by the clock alone; `onError` hears of one application that fails. */
export async function runTimedTransitions(
  services: Services,
  onError: (error: unknown) => void = console.error,
): Promise<void> {
  await passDeadlines(services, onError);
  await remind(services, onError);
  await forgetPresence(services);
  await endLapsedSessions(services);
  await expireReports(services, onError);
}
