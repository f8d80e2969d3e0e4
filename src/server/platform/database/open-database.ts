import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql, type Transaction } from 'kysely';
import type { MigrationProvider } from 'kysely/migration';
import { auditKeys, makeAuditKey } from '#server/platform/audit/audit-key.ts';
import type { Chain } from '#server/platform/audit/chain.ts';
import type { Config } from '#server/platform/config/config.ts';
import { findRow, insertMissing } from '#server/platform/database/rows.ts';
import { coveredTables, tablesCoveredLater } from './covered-tables.ts';
import type { Store } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { executedMigrations, migrate, pendingMigrations } from './migrations.ts';
import { openPostgres } from './postgres.ts';
import type { JobKind, Schema } from './schema.ts';
import { connectionMessage, SettingError } from './store-error.ts';

/**
 * Opens and migrates the database.
 * @throws {SettingError} with the name of the setting and the database's error
 */
export async function openDatabase(config: Config, migrations?: MigrationProvider): Promise<Store> {
  const { DATA_DIR, DATABASE_URL, AUDIT_KEY } = config;
  let store: Store | undefined;
  try {
    store = openStore({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL, auditKey: AUDIT_KEY });
    await migrateWithWarning(store, migrations);
    if (!(await requireKeyOfLog(store, config))) makeAuditKey(config);
    await coverMoreTables(store);
    return store;
  } catch (error) {
    await store?.close();
    if (error instanceof SettingError) throw error;
    throw new SettingError(
      `${databaseSetting(config)} cannot be used: ${connectionMessage(error)}`,
      {
        cause: error,
      },
    );
  }
}

/** Warns, because a command of a newer release also migrates, even while an older portal runs. */
async function migrateWithWarning(store: Store, migrations?: MigrationProvider): Promise<void> {
  const pending = await pendingMigrations(store.db, migrations);
  if (pending.length > 0 && (await executedMigrations(store.db)).length > 0)
    console.warn(`Migrating the database of an earlier release: ${pending.join(', ')}`);
  await store.migrating((db) => migrate(db, migrations));
}

/** Rejects a database without an installation, so that a tool does not check an empty one. */
export async function requireInstallation(config: Config): Promise<void> {
  if (await hasInstallation(config)) return;
  throw new SettingError(
    `${databaseSetting(config)} contains no installation: run the tool with the settings of the portal`,
  );
}

async function hasInstallation(config: Config): Promise<boolean> {
  const { DATA_DIR, DATABASE_URL } = config;
  if (!DATABASE_URL) return existsSync(embeddedFile(DATA_DIR));
  const store = openStore({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL });
  try {
    return (await executedMigrations(store.db)).length > 0;
  } catch (error) {
    throw new SettingError(`DATABASE_URL cannot be used: ${connectionMessage(error)}`, {
      cause: error,
    });
  } finally {
    await store.close();
  }
}

const databaseSetting = ({ DATA_DIR, DATABASE_URL }: Config) =>
  DATABASE_URL ? 'DATABASE_URL' : `DATA_DIR=${DATA_DIR}`;

export async function requireUndamaged(store: Store, { DATA_DIR }: Config): Promise<void> {
  const [first] = await store.damage();
  if (first !== undefined)
    throw new SettingError(
      `The database in DATA_DIR=${DATA_DIR} is damaged: ${first}. Copy the folder and restore a backup; portal verify reports details`,
    );
}

/**
 * Returns whether the audit log has a key.
 * @throws {SettingError} if that key is not configured
 */
export async function requireKeyOfLog({ db }: Store, config: Config): Promise<boolean> {
  const head = db.selectFrom('audit_head').select('key_id');
  const { key_id: id } = await head.executeTakeFirstOrThrow();
  if (id === '' || auditKeys(config).some((key) => key.id === id)) return id !== '';
  throw new SettingError(
    'AUDIT_KEY, or the file audit.key, is not the key of the audit log: restore that key, or set AUDIT_KEY=old,new',
  );
}

/**
 * Adds the rows of tables that 1.0.0 did not cover to the audit chain. The chain entry of the
 * `installation` row, which cannot be removed, shows that this was done.
 */
async function coverMoreTables(store: Store): Promise<void> {
  const done = await findRow(store.db, 'seal', { kind: 'installation' });
  if (done) return;
  await store.transact(async (trx) => {
    const installation = await trx.selectFrom('installation').select('id').executeTakeFirst();
    // A new installation has no name yet. It records all rows when they are written.
    if (!installation) return;
    for (const table of tablesCoveredLater) {
      const key = coveredTables[table]?.key[0] ?? '';
      await trx
        .updateTable(table as 'installation')
        .set({ [key]: sql.ref(key) })
        .execute();
    }
  });
}

const persistedMode = ({ MODE }: Config) =>
  MODE === 'production' ? 'production' : 'demonstration';

export async function persistMode(store: Store, config: Config): Promise<void> {
  await insertMissing(store.db, 'installation_mode', { id: 1, mode: persistedMode(config) });
  await requireMode(store, config);
}

/** Rejects a changed mode, because the staff accounts of a demonstration are public. */
export async function requireMode({ db }: Store, config: Config): Promise<void> {
  const { MODE, DATA_DIR, DATABASE_URL } = config;
  const mode = persistedMode(config);
  const known = await db.selectFrom('installation_mode').select('mode').executeTakeFirst();
  if (!known || known.mode === mode) return;
  const instead = DATABASE_URL
    ? `an empty database and folder instead of this database and DATA_DIR=${DATA_DIR}`
    : `an empty folder instead of DATA_DIR=${DATA_DIR}`;
  throw new SettingError(
    mode === 'production'
      ? `MODE=production cannot use the data of a demonstration, whose accounts are public: use ${instead}`
      : `MODE=${MODE} would open production to the public demo accounts: use ${instead}`,
  );
}

const embeddedFile = (dataDir: string) => join(dataDir, 'portal.db');

interface Location {
  dataDir: string;
  databaseUrl?: string | undefined;
  auditKey?: string | undefined;
}

export function openStore({ dataDir, databaseUrl, auditKey }: Location): Store {
  const chain: Chain = {
    config: { DATA_DIR: dataDir, AUDIT_KEY: auditKey },
    now: Date.now,
    isShared: databaseUrl !== undefined && databaseUrl !== '',
  };
  return withJobListeners(
    databaseUrl ? openPostgres(databaseUrl, chain) : openEmbedded(embeddedFile(dataDir), chain),
  );
}

const announced = new WeakMap<Transaction<Schema>, Set<JobKind>>();

export function announceJob(trx: Transaction<Schema>, kind: JobKind): void {
  announced.get(trx)?.add(kind);
}

function withJobListeners(store: Omit<Store, 'onJob'>): Store {
  const listeners = new EventEmitter().setMaxListeners(0);
  return {
    ...store,
    async transact(work) {
      let kinds = new Set<JobKind>();
      const result = await store.transact((trx) => {
        // Replaced in each attempt, because attempts that were rolled back must not wake workers.
        kinds = new Set();
        announced.set(trx, kinds);
        return work(trx);
      });
      for (const kind of kinds) listeners.emit(kind);
      return result;
    },
    onJob(kind, listener) {
      listeners.on(kind, listener);
      return () => void listeners.off(kind, listener);
    },
  };
}

const SQLITE_BUSY = 5;

/**
 * Locks a folder for this process with a lock file. Returns null if another process has the lock.
 * The operating system releases it when the process ends.
 */
export function lockFolder(folder: string, file = 'server.lock'): { release(): void } | null {
  const lock = new DatabaseSync(join(folder, file), { timeout: 0 });
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw error;
  }
  return { release: () => lock.close() };
}
