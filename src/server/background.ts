import { passDeadlines } from './applications/deadlines.ts';
import { cleanUpFiles } from './files/clean-up.ts';
import { startMailer } from './mail/send.ts';
import { startReporter } from './reports/generate-job.ts';
import { expireReports } from './reports/retention.ts';
import type { Services } from './services.ts';

const MINUTE = 60_000;
const CLEAN_UP_EVERY = 60 * MINUTE;

/** What runs beside the calls: mail, reports, deadlines, clean-up. Answers how to end it. */
export function startBackground(
  services: Services,
  onTrouble: (error: unknown) => void,
): () => Promise<void> {
  const workers = [startMailer(services, onTrouble), startReporter(services, onTrouble)];
  const passTime = () => {
    passDeadlines(services).catch(onTrouble);
    expireReports(services).catch(onTrouble);
  };
  passTime();
  const timers = [
    setInterval(passTime, MINUTE),
    setInterval(() => cleanUpFiles(services).catch(onTrouble), CLEAN_UP_EVERY),
  ];
  return async () => {
    timers.forEach(clearInterval);
    await Promise.all(workers.map((worker) => worker.stop()));
  };
}
