import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresDialect,
  type RawBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type SqliteStatement,
  sql,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import type { Schema } from './schema.ts';

/** The one place where the two databases differ. Everything else sees Kysely and these few members. */
export interface Store {
  readonly kind: 'embedded' | 'postgres';
  readonly db: Kysely<Schema>;
  /** Runs `work` in one transaction; begins anew when the database asks for it. */
  transact<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>;
  /** Locks the selected rows until the transaction ends. */
  forUpdate<T extends SelectQueryBuilder<Schema, never, unknown>>(query: T): T;
  /** Locks the selected rows and passes over those another process holds. */
  skipLocked<T extends SelectQueryBuilder<Schema, never, unknown>>(query: T): T;
  /** Condition that a column is one of many values, in one parameter. */
  inList(column: string, values: readonly string[]): RawBuilder<SqlBool>;
  /** A text column that an index is not to begin with; PostgreSQL knows by its statistics. */
  withoutIndex(column: string): RawBuilder<string>;
  /** Gathers what PostgreSQL plans by, of tables that have grown since it looked at them. */
  analyze(): Promise<void>;
  close(): Promise<void>;
}

/** Opens the database that `databaseUrl` names, or the embedded one under `dataDir`. */
export function openStore(location: { dataDir: string; databaseUrl?: string | undefined }): Store {
  return location.databaseUrl
    ? openPostgres(location.databaseUrl)
    : openEmbedded(join(location.dataDir, 'portal.db'));
}

/** Tests that an insert failed because its key is taken. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const constraint = 'errcode' in error && (error.errcode === 2067 || error.errcode === 1555);
  return error.code === '23505' || (error.code === 'ERR_SQLITE_ERROR' && constraint);
}

function openEmbedded(file: string): Store {
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

/** Autovacuum does so too where it is on; after a bulk load nobody waits for it. */
async function analyzeGrown(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_stat_user_tables
    where schemaname = current_schema() and n_mod_since_analyze > 1000 + n_live_tup / 5`.execute(
    db,
  );
  for (const { name } of rows) await sql`vacuum (analyze) ${sql.table(name)}`.execute(db);
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const MAX_RETRIES = 10;

function openPostgres(connectionString: string): Store {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ connectionString, types, max: 10 });
  // A connection that breaks while idle is replaced at its next use.
  pool.on('error', () => {});
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return {
    kind: 'postgres',
    db,
    async transact(work) {
      for (let retry = 0; ; retry++) {
        try {
          return await db.transaction().execute(work);
        } catch (error) {
          const code = error instanceof Error && 'code' in error ? error.code : undefined;
          if ((code !== SERIALIZATION_FAILURE && code !== DEADLOCK) || retry === MAX_RETRIES)
            throw error;
        }
      }
    },
    forUpdate: (query) => query.forUpdate() as typeof query,
    skipLocked: (query) => query.forUpdate().skipLocked() as typeof query,
    inList: (column, values) => sql`${sql.ref(column)} = any(${values})`,
    withoutIndex: (column) => sql.ref<string>(column),
    analyze: () => analyzeGrown(db),
    close: () => db.destroy(),
  };
}
