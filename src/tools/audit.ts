import { verifyChains } from '#server/desk/audit/verify.ts';
import { readConfig, SettingError } from '#server/platform/store/config.ts';
import { openDatabase } from '#server/platform/store/open-database.ts';
import { damagedContents } from '#server/workflow/report/check-contents.ts';
import type { Console } from './console.ts';

/**
 * `npm run audit`: compares the log, the applications with their histories, files and reports with
 * their seals. Answers the number it ends with, 1 when something was changed.
 */
export async function runAudit(
  env: NodeJS.ProcessEnv,
  { stdout, stderr }: Console,
): Promise<number> {
  try {
    const config = readConfig(env);
    const store = await openDatabase(config);
    try {
      const services = { store, config, now: Date.now };
      const { entries, histories, broken } = await verifyChains(services);
      stdout.write(`${entries} entries of the log, ${histories} histories checked\n`);
      const damaged = await damagedContents(services);
      for (const { name } of damaged) stdout.write(`damaged or missing file: ${name}\n`);
      for (const place of broken) stdout.write(`does not hold: ${place}\n`);
      const isWhole = broken.length === 0 && damaged.length === 0;
      stdout.write(isWhole ? 'Nothing was changed.\n' : 'Something was changed.\n');
      return isWhole ? 0 : 1;
    } finally {
      await store.close();
    }
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    stderr.write(`${error.message}\n`);
    return 1;
  }
}

if (import.meta.main) process.exitCode = await runAudit(process.env, process);
