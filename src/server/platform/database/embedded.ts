import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import { type Chain, runRecorded } from '#server/platform/audit/chain.ts';
import { containsAll, trigramQuery } from '#server/platform/database/text-search.ts';
import { traceStatement } from '#server/platform/http/tracing.ts';
import type { Store } from './database.ts';
import { EmbeddedDriver, WriteAheadLog } from './embedded-driver.ts';
import type { Schema } from './schema.ts';

const OPEN_TIMEOUT = 10_000;
const MAX_CHECKPOINT_ATTEMPTS = 20;
const CHECKPOINT_PAUSE_MS = 50;

export function openEmbedded(file: string, chain: Chain): Omit<Store, 'onJob'> {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
  makePrivate(file);
  const writer = new DatabaseSync(file, { timeout: OPEN_TIMEOUT });
  // NORMAL is safe: `WriteAheadLog` syncs the log before a write is acknowledged.
  writer.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON');
  writer.exec('PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY');
  // Pages between checkpoints, which sync files in the event loop: four times the default.
  writer.exec('PRAGMA wal_autocheckpoint = 4000');
  // The driver waits for locks without blocking the event loop.
  writer.exec('PRAGMA busy_timeout = 0');
  const syncing = writer.prepare('PRAGMA synchronous');
  const log = new WriteAheadLog(`${file}-wal`, () => syncing.get()?.synchronous !== 0);
  const reader = new DatabaseSync(file, { readOnly: true, timeout: 0 });
  const driver = new EmbeddedDriver(writer, reader, log);
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new EmbeddedAdapter(),
      createDriver: () => driver,
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
    log: traceStatement,
  });
  return {
    kind: 'embedded',
    db,
    batched: () => db,
    chain,
    transact: (work) => db.transaction().execute((trx) => runRecorded(trx, chain, work)),
    // BEGIN IMMEDIATE has already locked the database.
    forUpdate: (query) => query,
    skipLocked: (query) => query,
    inList: (column, values) =>
      sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`,
    withoutIndex: (column) => sql<string>`+${sql.ref(column)}`,
    rowsHolding(table, words) {
      const trigrams = trigramQuery(words);
      if (trigrams === null)
        return sql`(select * from ${sql.table(table)} where ${containsAll(words)})`;
      const index = sql.table(`${table}_trigram`);
      return sql`(select * from ${index} where ${index} match ${trigrams} and ${containsAll(words)})`;
    },
    migrating: (work) => work(db),
    scrub: () => truncateLog(db),
    damage: (options) => findDamage(db, options),
    synced: () => driver.synced(),
    connections: () => driver.connections(),
    async close() {
      await db.destroy();
      await driver.destroy();
    },
  };
}

async function truncateLog(db: Kysely<Schema>): Promise<void> {
  for (let tries = 0; tries < MAX_CHECKPOINT_ATTEMPTS; tries++) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    // Busy means that another program reads an older snapshot. The next hourly run retries.
    if (rows[0]?.busy === 0) return;
    await setTimeout(CHECKPOINT_PAUSE_MS);
  }
}

const SQLITE_CORRUPT = 11;
const MAX_FINDINGS = 20;

async function findDamage(db: Kysely<Schema>, options = { whole: false }): Promise<string[]> {
  const check = options.whole ? 'integrity_check' : 'quick_check';
  try {
    const { rows } = await sql
      .raw<Record<string, string>>(`pragma ${check}(${MAX_FINDINGS})`)
      .execute(db);
    return rows.flatMap((row) => Object.values(row)).filter((finding) => finding !== 'ok');
  } catch (error) {
    // The check itself fails on some damaged pages.
    const isCorrupt =
      error instanceof Error &&
      'errcode' in error &&
      (Number(error.errcode) & 0xff) === SQLITE_CORRUPT;
    if (!isCorrupt) throw error;
    return [error.message];
  }
}

function makePrivate(file: string): void {
  // An existing file is not opened: closing it would release all POSIX locks of the process on it.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  for (const each of [file, `${file}-wal`, `${file}-shm`])
    if (existsSync(each)) chmodSync(each, 0o600);
}

/** Multiple connections are safe because the driver serializes writes. */
class EmbeddedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
