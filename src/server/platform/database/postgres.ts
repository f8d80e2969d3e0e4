import { Kysely, PostgresAdapter, PostgresDialect, type PostgresPool, sql } from 'kysely';
import pg from 'pg';
import { type Chain, runRecorded } from '#server/platform/audit/chain.ts';
import { containsAll } from '#server/platform/database/text-search.ts';
import { traceStatement } from '#server/platform/http/tracing.ts';
import { batchedReads } from './batched-reads.ts';
import type { Store } from './database.ts';
import type { Schema } from './schema.ts';
import { connectionMessage, StoreUnavailable } from './store-error.ts';

const CONNECTIONS = 10;

/**
 * Timeouts in ms; parameters of `DATABASE_URL` override them. `query_timeout` applies in the
 * driver, for unresponsive servers. It is longer than `statement_timeout`, so that a responsive
 * server reports slow statements itself.
 */
const TIMEOUTS = {
  statement_timeout: 30_000,
  query_timeout: 35_000,
  idle_in_transaction_session_timeout: 30_000,
};
const CONNECT_TIMEOUT = 3000;

/** Shorter in the process that answers calls: after 15 s, a call has failed in any case. */
const TIMEOUTS_OF_CALLS = { statement_timeout: 9000, query_timeout: 11_000 };

/** Adds the timeouts of calls to an address that does not set its own. */
export function withCallTimeouts(address: string): string {
  const url = new URL(address);
  for (const [name, timeout] of Object.entries(TIMEOUTS_OF_CALLS))
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(timeout));
  return url.href;
}

/**
 * SQLSTATE codes: 08… connection lost, 57P01–03 server shutting down or starting, 53300 no free
 * connection, 25006 primary demoted.
 */
const UNAVAILABLE = /^(08...|57P0[123]|53300|25006)$/;

function openPool(options: pg.PoolConfig): {
  pool: PostgresPool;
  connections(): Record<'busy' | 'idle' | 'waiting', number>;
} {
  const types = new pg.TypeOverrides();
  // Counts are `int8`, their sums `numeric`.
  for (const type of [pg.types.builtins.INT8, pg.types.builtins.NUMERIC])
    types.setTypeParser(type, Number);
  const pool = new pg.Pool({
    ...TIMEOUTS,
    ...options,
    types,
    keepAlive: true,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
  });
  // Without a listener, Node would exit. The pool has already removed the broken connection.
  pool.on('error', () => {});
  pool.on('connect', mapErrors);
  return {
    pool: {
      options: pool.options,
      connect: () =>
        pool.connect().catch((error: unknown) => {
          throw unavailable(error);
        }),
      end: () => pool.end(),
    },
    connections() {
      const { totalCount, idleCount: idle, waitingCount: waiting } = pool;
      return { busy: totalCount - idle, idle, waiting };
    },
  };
}

function mapErrors(client: pg.PoolClient): void {
  let isBroken = false;
  const breaks = () => {
    isBroken = true;
  };
  client.on('error', breaks);
  client.on('end', breaks);
  const query = client.query.bind(client) as (sql: string, values: unknown[]) => Promise<unknown>;
  const mapped = async (sql: string, values: unknown[]) => {
    try {
      return await query(sql, values);
    } catch (error) {
      if (!isBroken && !isUnavailable(error)) throw error;
      isBroken = true;
      void (client as unknown as pg.Client).end();
      throw unavailable(error);
    }
  };
  Object.assign(client, { query: mapped });
}

const isUnavailable = (error: unknown) =>
  error instanceof pg.DatabaseError
    ? UNAVAILABLE.test(error.code ?? '')
    : error instanceof Error && error.message === 'Query read timeout';

const unavailable = (error: unknown) =>
  new StoreUnavailable(connectionMessage(error), { cause: error });

async function vacuumDeleted(db: Kysely<Schema>, address: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_stat_user_tables
    where schemaname = current_schema() and n_dead_tup > 0`.execute(db);
  await vacuum(address, rows);
}

function withoutTimeouts(address: string): string {
  const url = new URL(address);
  for (const name of ['statement_timeout', 'query_timeout']) url.searchParams.delete(name);
  return url.href;
}

/**
 * Uses a new connection without a statement timeout. Behind a pooler in transaction mode, a changed
 * session setting would remain on the server connection for its next user.
 */
async function vacuum(address: string, tables: readonly { name: string }[]): Promise<void> {
  if (tables.length === 0) return;
  const client = new pg.Client(withoutTimeouts(address));
  // Without a listener, Node would exit. A broken connection also rejects the current statement.
  client.on('error', () => {});
  await client.connect();
  try {
    for (const { name } of tables)
      await client.query(`vacuum (analyze) ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

/** Disables the statement timeout by SQL: poolers may ignore parameters, the role may set one. */
class MigrationAdapter extends PostgresAdapter {
  override async acquireMigrationLock(
    ...args: Parameters<PostgresAdapter['acquireMigrationLock']>
  ): Promise<void> {
    await sql`set local statement_timeout = 0`.execute(args[0]);
    await super.acquireMigrationLock(...args);
  }
}

class MigrationDialect extends PostgresDialect {
  override createAdapter = () => new MigrationAdapter();
}

async function migrating<T>(address: string, work: (db: Kysely<Schema>) => Promise<T>): Promise<T> {
  const { pool } = openPool({
    connectionString: withoutTimeouts(address),
    statement_timeout: 0,
    query_timeout: 0,
  });
  const db = new Kysely<Schema>({ dialect: new MigrationDialect({ pool }) });
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}

async function checksumFailures(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ failures: number | null }>`select checksum_failures as failures
    from pg_stat_database where datname = current_database()`.execute(db);
  const failures = Number(rows[0]?.failures ?? 0);
  return failures === 0 ? [] : [`${failures} pages with a wrong checksum were read`];
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const MAX_RETRIES = 10;

export function openPostgres(connectionString: string, chain: Chain): Omit<Store, 'onJob'> {
  const { pool, connections } = openPool({ connectionString });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), log: traceStatement });
  return {
    kind: 'postgres',
    db,
    batched: batchedReads(pool, traceStatement),
    chain,
    async transact(work) {
      for (let retry = 0; ; retry++) {
        try {
          return await db.transaction().execute((trx) => runRecorded(trx, chain, work));
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
    // `like` uses a trigram index if there is one.
    rowsHolding: (table, words) =>
      sql`(select * from ${sql.table(table)} where ${containsAll(words)})`,
    scrub: () => vacuumDeleted(db, connectionString),
    migrating: (work) => migrating(connectionString, work),
    damage: async (options) => (options?.whole ? checksumFailures(db) : []),
    synced: async () => {},
    connections,
    close: () => db.destroy(),
  };
}
