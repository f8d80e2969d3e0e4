import { releaseTaken } from '#server/applications/apply-event.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase, requireInstallation } from '#server/platform/database/open-database.ts';
import type { Services } from '#server/platform/database/services.ts';
import { continueAsPortalUser } from './portal-user.ts';

/**
 * Opens the database configured by the environment, and closes it after `work`. Rejects a database
 * on which no portal was started yet, unless `mayBegin` is set. When run as root, continues as the
 * portal's user.
 * @throws {SettingError}
 */
export async function withServices<T>(
  env: NodeJS.ProcessEnv,
  work: (services: Services) => Promise<T>,
  { mayBegin = false } = {},
): Promise<T> {
  const config = readConfig(env);
  await continueAsPortalUser(config, process);
  if (!mayBegin) await requireInstallation(config);
  const store = await openDatabase(config);
  try {
    return await work({ store, config, now: Date.now, afterRoleLoss: releaseTaken });
  } finally {
    await store.close();
  }
}
