import { type Config, SettingError } from '#server/platform/store/config.ts';
import type { Store } from './database.ts';
import { migrate } from './migrations.ts';
import { openStore } from './open-store.ts';

/**
 * Opens the database that the settings name and brings its tables to the newest version.
 * @throws {SettingError} that names the setting and gives the database’s own message in one line
 */
export async function openDatabase({ DATA_DIR, DATABASE_URL }: Config): Promise<Store> {
  let store: Store | undefined;
  try {
    store = openStore({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
    await migrate(store.db);
    return store;
  } catch (error) {
    await store?.close();
    const setting = DATABASE_URL ? 'DATABASE_URL' : `DATA_DIR=${DATA_DIR}`;
    throw new SettingError(`${setting} cannot be used: ${causeOf(error)}`, { cause: error });
  }
}

/** Of a host with several addresses each attempt failed, and only they have the cause. */
function causeOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}
