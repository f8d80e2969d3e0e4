import { existsSync } from 'node:fs';
import type { MigrationProvider } from 'kysely/migration';
import { auditKeys, makeAuditKey } from '#server/platform/audit/audit-key.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Store } from './database.ts';
import { executedMigrations, migrate, pendingMigrations } from './migrations.ts';
import { embeddedFile, openStore } from './open-store.ts';
import { SettingError } from './store-error.ts';

/**
 * Opens the database of the settings and migrates it.
 * @throws {SettingError} that names the setting and contains the error of the database
 */
export async function openDatabase(config: Config, migrations?: MigrationProvider): Promise<Store> {
  const { DATA_DIR, DATABASE_URL, AUDIT_KEY } = config;
  let store: Store | undefined;
  try {
    store = openStore({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL, auditKey: AUDIT_KEY });
    await migrateWithWarning(store, migrations);
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

/** Warns first: a command of a newer release migrates too, even while a portal runs. */
async function migrateWithWarning(store: Store, migrations?: MigrationProvider): Promise<void> {
  const pending = await pendingMigrations(store.db, migrations);
  if (pending.length > 0 && (await executedMigrations(store.db)).length > 0)
    console.warn(`The database is of an earlier release and is migrated: ${pending.join(', ')}`);
  await store.migrating((db) => migrate(db, migrations));
}

/**
 * Rejects a database that no portal has started with, without creating one: a tool would report
 * that an empty one is in order.
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
 * Rejects a damaged database before anything is written to it.
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
 * Checks that the key is that of the audit chain; creates one for a new chain.
 * @throws {SettingError} when it is another key
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

/** For a host with several addresses only the single attempts have a message. */
function causeOf(error: unknown): string {
  const first = error instanceof AggregateError ? error.errors[0] : error;
  return first instanceof Error ? first.message : String(first);
}

/**
 * Prevents that a demonstration becomes production or the reverse: the accounts of its staff are
 * public. The first start decides.
 * @throws {SettingError} with instructions
 */
export async function persistMode({ db }: Store, { MODE, DATA_DIR, DATABASE_URL }: Config) {
  const mode = MODE === 'production' ? 'production' : 'demonstration';
  await db
    .insertInto('installation_mode')
    .values({ id: 1, mode })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  const known = await db.selectFrom('installation_mode').select('mode').executeTakeFirstOrThrow();
  if (known.mode === mode) return;
  const place = DATABASE_URL
    ? `the database and DATA_DIR=${DATA_DIR} are`
    : `DATA_DIR=${DATA_DIR} is`;
  const other = DATABASE_URL ? 'an empty folder and an empty database' : 'an empty folder';
  throw new SettingError(
    mode === 'production'
      ? `MODE=production cannot use a demonstration, whose accounts are anybody's: ${place} one; name ${other}`
      : `MODE=${MODE} would give anybody an account in production: ${place} of MODE=production; name ${other}`,
  );
}
