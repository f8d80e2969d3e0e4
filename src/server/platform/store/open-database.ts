import { existsSync } from 'node:fs';
import type { MigrationProvider } from 'kysely/migration';
import type { Config } from '#server/platform/store/config.ts';
import { SettingError } from '#server/platform/store/setting-error.ts';
import { auditKeys, makeAuditKey } from './audit-key.ts';
import type { Store } from './database.ts';
import { executedMigrations, migrate, pendingMigrations } from './migrations.ts';
import { embeddedFile, openStore } from './open-store.ts';

/**
 * Opens the database that the settings name and migrates it, after a warning that lists the pending
 * migrations.
 * @throws {SettingError} that names the setting and gives the database’s own message in one line
 */
export async function openDatabase(config: Config, migrations?: MigrationProvider): Promise<Store> {
  const { DATA_DIR, DATABASE_URL, AUDIT_KEY } = config;
  let store: Store | undefined;
  try {
    store = openStore({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL, auditKey: AUDIT_KEY });
    await announceMigration(store, migrations);
    await migrate(store.db, migrations);
    await joinKey(store, config);
    return store;
  } catch (error) {
    await store?.close();
    if (error instanceof SettingError) throw error;
    throw new SettingError(`${databaseSetting(config)} cannot be used: ${causeOf(error)}`, {
      cause: error,
    });
  }
}

/** A command of a newer release migrates, too, possibly while a portal runs. */
async function announceMigration({ db }: Store, migrations?: MigrationProvider): Promise<void> {
  const pending = await pendingMigrations(db, migrations);
  if (pending.length === 0 || (await executedMigrations(db)).length === 0) return;
  console.warn(`The database is of an earlier release and is migrated: ${pending.join(', ')}`);
}

/**
 * Refuses a database that no portal has begun, before one is made: a tool that looked at an empty one
 * would find everything in order.
 * @throws {SettingError}
 */
export async function requireBegun(config: Config): Promise<void> {
  if (await isBegun(config)) return;
  throw new SettingError(
    `${databaseSetting(config)} holds no installation: give the tool the settings of the portal`,
  );
}

async function isBegun(config: Config): Promise<boolean> {
  const { DATA_DIR, DATABASE_URL } = config;
  if (!DATABASE_URL) return existsSync(embeddedFile(DATA_DIR));
  const store = openStore({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
  try {
    return (await executedMigrations(store.db)).length > 0;
  } catch (error) {
    throw new SettingError(`DATABASE_URL cannot be used: ${causeOf(error)}`, { cause: error });
  } finally {
    await store.close();
  }
}

const databaseSetting = ({ DATA_DIR, DATABASE_URL }: Config) =>
  DATABASE_URL ? 'DATABASE_URL' : `DATA_DIR=${DATA_DIR}`;

/**
 * Refuses a database with damaged pages, before anything is written to it.
 * @throws {SettingError}
 */
export async function requireUndamaged(store: Store, { DATA_DIR }: Config): Promise<void> {
  const [first] = await store.damage();
  if (first !== undefined)
    throw new SettingError(
      `The database in DATA_DIR=${DATA_DIR} is damaged: ${first}. Keep a copy of the folder and restore a back-up; npm run verify tells more`,
    );
}

/**
 * Makes sure that the key is the one that the chain was sealed with; makes one for a new chain.
 * @throws {SettingError} when the key is another
 */
async function joinKey(store: Store, config: Config): Promise<void> {
  const { key_id: id } = await store.db
    .selectFrom('audit_head')
    .select('key_id')
    .executeTakeFirstOrThrow();
  if (id === '') makeAuditKey(config);
  else if (!auditKeys(config).some((key) => key.id === id))
    throw new SettingError(
      'AUDIT_KEY, or the file audit.key, is not the key that the log is sealed with: restore that one, or set AUDIT_KEY to both as old,new',
    );
}

/** Of a host with several addresses each attempt failed, and only they have the cause. */
function causeOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}
