import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import { type Chain, recorded } from './chain.ts';
import type { Store } from './database.ts';
import { EmbeddedDriver } from './embedded-driver.ts';
import type { Schema } from './schema.ts';
import { holdsAll, trigramQuery } from './text-search.ts';
import { traceStatement } from './tracing.ts';
import { WriteAheadLog } from './write-ahead-log.ts';

/** Longest that the opening itself waits for another program, in ms. */
const OPENING = 10_000;
/** Tries to cut the log while another program reads, and the pause between them, in ms. */
const CHECKPOINTS = 20;
const PAUSE = 50;

/** Opens the embedded database, one file; makes it where there is none. */
export function openEmbedded(file: string, chain: Chain): Omit<Store, 'onJob'> {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
  keepPrivate(file);
  const writer = new DatabaseSync(file, { timeout: OPENING });
  // NORMAL: the log is brought to the disk by us, before a write is acknowledged, off the event loop.
  writer.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON');
  // What is deleted is overwritten, and what is sorted or joined stays in memory.
  writer.exec('PRAGMA secure_delete = ON; PRAGMA temp_store = MEMORY');
  // From now on the driver waits, and the process goes on meanwhile.
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
    chain,
    transact: (work) => db.transaction().execute((trx) => recorded(trx, chain, work)),
    // One writer at a time: BEGIN IMMEDIATE has locked the database already.
    forUpdate: (query) => query,
    skipLocked: (query) => query,
    inList: (column, values) =>
      sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`,
    withoutIndex: (column) => sql<string>`+${sql.ref(column)}`,
    rowsHolding(table, words) {
      const trigrams = trigramQuery(words);
      if (trigrams === null)
        return sql`(select * from ${sql.table(table)} where ${holdsAll(words)})`;
      const index = sql.table(`${table}_trigram`);
      return sql`(select * from ${index} where ${index} match ${trigrams} and ${holdsAll(words)})`;
    },
    // Queries are written so that it plans well without.
    analyze: async () => {},
    scrub: (options) => scrub(db, options),
    damage: (options) => findDamage(db, options),
    connections: () => driver.connections(),
    async close() {
      await db.destroy();
      await driver.destroy();
    },
  };
}

/** Writes the log's pages over those they replace, and cuts it: it holds pages as they were. */
async function scrub(db: Kysely<Schema>, options = { whole: false }): Promise<void> {
  // A copy of everything is too much for the memory; it holds only what is not deleted.
  if (options.whole)
    for (const statement of ['pragma temp_store = file', 'vacuum', 'pragma temp_store = memory'])
      await sql.raw(statement).execute(db);
  for (let tries = 0; tries < CHECKPOINTS; tries++) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
    // Another program reads an older state: the next hour comes.
    if (rows[0]?.busy === 0) return;
    await setTimeout(PAUSE);
  }
}

const SQLITE_CORRUPT = 11;
/** Findings that are told; one is enough to know. */
const MOST_FINDINGS = 20;

async function findDamage(db: Kysely<Schema>, options = { whole: false }): Promise<string[]> {
  const check = options.whole ? 'integrity_check' : 'quick_check';
  try {
    const { rows } = await sql
      .raw<Record<string, string>>(`pragma ${check}(${MOST_FINDINGS})`)
      .execute(db);
    return rows.flatMap((row) => Object.values(row)).filter((finding) => finding !== 'ok');
  } catch (error) {
    // Of some pages it says so at once.
    const isCorrupt =
      error instanceof Error &&
      'errcode' in error &&
      (Number(error.errcode) & 0xff) === SQLITE_CORRUPT;
    if (!isCorrupt) throw error;
    return [error.message];
  }
}

/** Lets nobody else on the machine read the database, nor what SQLite keeps beside it. */
function keepPrivate(file: string): void {
  // Not opened where it is there: to close a file gives up every lock that the process has on it.
  if (!existsSync(file)) closeSync(openSync(file, 'a', 0o600));
  for (const each of [file, `${file}-wal`, `${file}-shm`])
    if (existsSync(each)) chmodSync(each, 0o600);
}

/** The driver itself lets one write at a time. */
class EmbeddedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
