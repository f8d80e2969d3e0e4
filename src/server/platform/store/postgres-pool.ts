import type { PostgresPool } from 'kysely';
import pg from 'pg';
import { StoreUnavailable } from './store-error.ts';

/** Connections of one process. */
const CONNECTIONS = 10;

/**
 * Timeouts in ms; parameters of `DATABASE_URL` win. `query_timeout` is the driver's own and ends
 * statements of a server that no longer answers. It must be longer than `statement_timeout`, so
 * that a server that answers reports its slow statements itself.
 */
const TIMEOUTS = {
  statement_timeout: 30_000,
  query_timeout: 35_000,
  idle_in_transaction_session_timeout: 30_000,
};
/** Longest wait for a connection, in ms. */
const CONNECT_TIMEOUT = 3000;

/** Connection lost, server shutting down or starting, no connection left, primary demoted. */
const UNAVAILABLE = /^(08...|57P0[123]|53300|25006)$/;

/** Opens a pool that throws {@link StoreUnavailable} while the database cannot be reached. */
export function openPool(options: pg.PoolConfig): {
  pool: PostgresPool;
  connections(): Record<'busy' | 'idle' | 'waiting', number>;
} {
  const pool = new pg.Pool({
    ...TIMEOUTS,
    ...options,
    keepAlive: true,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
  });
  // The pool has already removed an idle connection that broke.
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

/** Ends a connection whose server is unavailable; its pool then replaces it. */
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

/** All attempts at a host with several addresses are in an AggregateError without a message. */
function unavailable(error: unknown): StoreUnavailable {
  const reason = error instanceof AggregateError ? error.errors[0] : error;
  const message = reason instanceof Error ? reason.message : String(reason);
  return new StoreUnavailable(message, { cause: error });
}
