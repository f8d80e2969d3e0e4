import { verifyChains } from '#server/audit/verify.ts';
import { readConfig, SettingError } from '#server/config.ts';
import { openStore } from '#server/store/database.ts';
import { migrate } from '#server/store/migrations.ts';
import type { Console } from '../console.ts';

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
    const store = openStore({ dataDir: config.DATA_DIR, databaseUrl: config.DATABASE_URL });
    try {
      await migrate(store.db);
      const { entries, histories, broken } = await verifyChains(store.db);
      stdout.write(`${entries} entries of the log, ${histories} histories checked\n`);
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
