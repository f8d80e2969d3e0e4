import { chmodSync, closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import type { Store } from './database.ts';
import { EmbeddedDriver } from './embedded-driver.ts';
import type { Schema } from './schema.ts';

/** Longest that the opening itself waits for another program, in ms. */
const OPENING = 10_000;

/** Opens the embedded database, one file; makes it where there is none. */
export function openEmbedded(file: string): Store {
  mkdirSync(join(file, '..'), { recursive: true, mode: 0o700 });
  keepPrivate(file);
  const writer = new DatabaseSync(file, { timeout: OPENING });
  // FULL: an acknowledged write is on the disk before it is acknowledged.
  writer.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
  // From now on the driver waits, and the process goes on meanwhile.
  writer.exec('PRAGMA busy_timeout = 0');
  const driver = new EmbeddedDriver(writer, new DatabaseSync(file, { readOnly: true, timeout: 0 }));
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new EmbeddedAdapter(),
      createDriver: () => driver,
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  return {
    kind: 'embedded',
    db,
    transact: (work) => db.transaction().execute(work),
    // One writer at a time: BEGIN IMMEDIATE has locked the database already.
    forUpdate: (query) => query,
    skipLocked: (query) => query,
    inList: (column, values) =>
      sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(values)}))`,
    withoutIndex: (column) => sql<string>`+${sql.ref(column)}`,
    // Queries are written so that it plans well without.
    analyze: async () => {},
    async close() {
      await db.destroy();
      await driver.destroy();
    },
  };
}

/** Lets nobody else on the machine read the database, nor what SQLite keeps beside it. */
function keepPrivate(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  for (const each of [file, `${file}-wal`, `${file}-shm`])
    if (existsSync(each)) chmodSync(each, 0o600);
}

/** The driver itself lets one write at a time. */
class EmbeddedAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}
