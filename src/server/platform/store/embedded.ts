import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
  sql,
} from 'kysely';
import type { Store } from './database.ts';
import type { Schema } from './schema.ts';

/** Opens the embedded database, one file; makes it where there is none. */
export function openEmbedded(file: string): Store {
  mkdirSync(join(file, '..'), { recursive: true });
  const database = new DatabaseSync(file, { timeout: 30_000 });
  // FULL: an acknowledged write is on the disk before it is acknowledged.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON');
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new EmbeddedDriver({ database: new StatementCache(database) }),
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
    close: () => db.destroy(),
  };
}

/** Takes the write lock at once, so that what a transaction read cannot change before it writes. */
class EmbeddedDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'));
  }
}

/** Adapts Node's own SQLite to the interface that Kysely expects; statements are prepared once. */
class StatementCache {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  prepare(sql: string): SqliteStatement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = adapted(this.#database, sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }
}

type Values = Parameters<StatementSync['all']>;

function adapted(database: DatabaseSync, sql: string): SqliteStatement {
  const statement = database.prepare(sql);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...(parameters as Values)),
    run: (parameters) => statement.run(...(parameters as Values)),
    // A statement of its own: two readers may walk through the same query side by side.
    iterate: (parameters) =>
      database.prepare(sql).iterate(...(parameters as Values)) as IterableIterator<unknown>,
  };
}
