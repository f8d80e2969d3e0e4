import { verifyChains } from '#server/desk/audit/verify.ts';
import { readConfig, SettingError } from '#server/platform/store/config.ts';
import { openDatabase } from '#server/platform/store/open-database.ts';
import { knownDamage } from '#server/workflow/report/contents.ts';
import type { Console } from './console.ts';

/**
 * `npm run audit`: recomputes every hash of the audit log and of all histories. Answers the number
 * it ends with, 1 when one does not hold.
 */
export async function runAudit(
  env: NodeJS.ProcessEnv,
  { stdout, stderr }: Console,
): Promise<number> {
  try {
    const config = readConfig(env);
    const store = await openDatabase(config);
    try {
      const { entries, histories, broken } = await verifyChains(store.db);
      stdout.write(`${entries} entries of the log, ${histories} histories checked\n`);
      const damaged = await knownDamage(store.db);
      for (const name of damaged) stdout.write(`damaged or missing file: ${name}\n`);
      for (const place of broken) stdout.write(`does not hold: ${place}\n`);
      stdout.write(broken.length ? 'Something was changed.\n' : 'Nothing was changed.\n');
      return broken.length ? 1 : 0;
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
