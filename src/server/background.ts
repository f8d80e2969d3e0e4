import { purgeDrafts } from '#server/accounts/drafts.ts';
import { endLapsedSessions } from '#server/accounts/lapsed-sessions.ts';
import { purgeAccounts, purgeSignIns } from '#server/accounts/purge-accounts.ts';
import { reseal } from '#server/accounts/reseal.ts';
import {
  rebuildOutdatedProjections,
  startProjectionWorker,
} from '#server/insight/rebuild-projection.ts';
import { purgeAllowances } from '#server/platform/http/allowances.ts';
import { startHeadCopier } from '#server/platform/jobs/copy-heads.ts';
import { startMailer } from '#server/platform/jobs/send.ts';
import { flushReads } from '#server/platform/store/audit-log.ts';
import type { Services } from '#server/platform/store/services.ts';
import { purgeApplications } from '#server/retention/purge-applications.ts';
import { purgeLog } from '#server/retention/purge-log.ts';
import { cleanUpFiles } from '#server/workflow/application/clean-up-files.ts';
import { passDeadlines } from '#server/workflow/application/deadlines.ts';
import { startDigester } from '#server/workflow/application/desk-digest.ts';
import { remind } from '#server/workflow/application/reminders.ts';
import { startScanner } from '#server/workflow/application/scan-files.ts';
import { startDueDateWorker } from '#server/workflow/clock/due-date-worker.ts';
import { checkDueContents } from '#server/workflow/report/check-contents.ts';
import { cleanUpReports } from '#server/workflow/report/clean-up-reports.ts';
import { expireReports } from '#server/workflow/report/expire-reports.ts';
import { followLinks } from './accounts/entitlement.ts';
import { forgetPresence } from './desk/presence.ts';
import { mailOperator } from './operator-mail.ts';
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
  const look = () => passTime(services, onError).catch(onError);
  const follow = () => followLinks(services, onError).catch(onError);
  const clean = () => cleanUp(services, onError);
  const inform = () => mailOperator(services).catch(onError);
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
    purgeAllowances,
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
export async function passTime(
  services: Services,
  onError: (error: unknown) => void = console.error,
): Promise<void> {
  await passDeadlines(services, onError);
  await remind(services, onError);
  await forgetPresence(services);
  await endLapsedSessions(services);
  await expireReports(services, onError);
}
