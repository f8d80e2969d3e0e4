import { passDeadlines } from './applications/deadlines.ts';
import { remind } from './applications/reminders.ts';
import { startReckoner } from './clock/reckon-due-dates.ts';
import { forgetPresence } from './desk/presence.ts';
import { retellOutdated } from './figures/retell.ts';
import { cleanUpFiles } from './files/clean-up.ts';
import { startMailer } from './mail/send.ts';
import { cleanUpReports } from './reports/clean-up.ts';
import { startReporter } from './reports/generate-job.ts';
import { expireReports } from './reports/retention.ts';
import { eraseOutlived } from './retention/erase-outlived.ts';
import type { Services } from './services.ts';

const MINUTE = 60_000;
const GATHER_EVERY = 5 * MINUTE;
const CLEAN_UP_EVERY = 60 * MINUTE;

/** What runs beside the calls: mail, reports, due dates, deadlines, figures, erasure, clean-up. Answers how to end it. */
export function startBackground(
  services: Services,
  onTrouble: (error: unknown) => void,
): () => Promise<void> {
  const workers = [startMailer, startReporter, startReckoner].map((start) =>
    start(services, onTrouble),
  );
  const gather = () => services.store.gatherStatistics().catch(onTrouble);
  const look = () => passTime(services).catch(onTrouble);
  const clean = () => cleanUp(services).catch(onTrouble);
  const ended = new AbortController();
  const retold = retellOutdated(services, ended.signal).then(gather, onTrouble);
  look();
  clean();
  const timers = [
    setInterval(look, MINUTE),
    setInterval(gather, GATHER_EVERY),
    setInterval(clean, CLEAN_UP_EVERY),
  ];
  return async () => {
    timers.forEach(clearInterval);
    ended.abort();
    await Promise.all([retold, ...workers.map((worker) => worker.stop())]);
  };
}

/** Removes what nobody may keep any longer. */
async function cleanUp(services: Services): Promise<void> {
  await eraseOutlived(services);
  await cleanUpFiles(services);
  await cleanUpReports(services);
}

/** Does what falls due by the clock alone. */
export async function passTime(services: Services): Promise<void> {
  await passDeadlines(services);
  await remind(services);
  await forgetPresence(services);
  await expireReports(services);
}
