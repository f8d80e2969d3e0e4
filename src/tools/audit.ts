import { verifyChains } from '#server/audit/verify.ts';
import { readConfig, SettingError } from '#server/config.ts';
import { openStore } from '#server/store/database.ts';
import { migrate } from '#server/store/migrations.ts';

// Recomputes every hash of the audit log and of all histories; ends with 1 when one does not hold.
try {
  const config = readConfig(process.env);
  const store = openStore({ dataDir: config.DATA_DIR, databaseUrl: config.DATABASE_URL });
  try {
    await migrate(store.db);
    const { entries, histories, broken } = await verifyChains(store.db);
    process.stdout.write(`${entries} entries of the log, ${histories} histories checked\n`);
    for (const place of broken) process.stdout.write(`does not hold: ${place}\n`);
    process.stdout.write(broken.length ? 'Something was changed.\n' : 'Nothing was changed.\n');
    if (broken.length) process.exitCode = 1;
  } finally {
    await store.close();
  }
} catch (error) {
  if (!(error instanceof SettingError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
