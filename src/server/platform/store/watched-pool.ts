import type { PostgresPool, PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { StoreUnavailable } from './store-error.ts';

/** Connections of one process. */
const CONNECTIONS = 10;
/** Longest wait for a connection, in ms. */
const CONNECT_TIMEOUT = 3000;
/** Age of a statement, in ms, from which on the database is asked whether it still answers. */
const SUSPICIOUS_AGE = 1000;
/** Longest wait for the answer to that, in ms. */
const PROBE_TIMEOUT = 2000;
const PROBE_EVERY = 250;
/**
 * Longest that one statement takes, and that a transaction rests between two, in ms. Parameters of
 * these names in `DATABASE_URL` win.
 */
const LIMITS = { statement_timeout: 120_000, idle_in_transaction_session_timeout: 30_000 };

/** Connection lost, server shutting down or starting, no connection left, primary demoted. */
const AWAY = /^(08...|57P0[123]|53300|25006)$/;

/**
 * A pool whose connections may break at any time, also while they are lent. What a database that
 * is away leaves undone is rejected with {@link StoreUnavailable}, also when the database falls
 * silent: long statements are no sign of that, so that a statement which takes long has the
 * database asked on a connection of its own.
 */
export class WatchedPool implements PostgresPool {
  readonly options: pg.PoolConfig;
  #pool: pg.Pool;
  /** Aborted when the database is found silent, with all that waits for it. */
  #outage = new AbortController();
  /** Statements in hand, and since when. */
  readonly #running = new Map<pg.PoolClient, number>();
  readonly #broken = new WeakSet<pg.PoolClient>();
  readonly #clients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  #probing = false;
  readonly #watch: NodeJS.Timeout;

  constructor(options: pg.PoolConfig) {
    this.options = { ...LIMITS, ...options, keepAlive: true };
    this.#pool = this.#newPool();
    this.#watch = setInterval(() => void this.#look(), PROBE_EVERY).unref();
  }

  async connect(): Promise<PostgresPoolClient> {
    const outage = this.#outage.signal;
    outage.throwIfAborted();
    const { promise: isOut, reject } = Promise.withResolvers<never>();
    const breakOff = () => reject(outage.reason);
    outage.addEventListener('abort', breakOff, { once: true });
    const lent = this.#pool.connect();
    try {
      return this.#watched(await Promise.race([lent, isOut]));
    } catch (error) {
      lent.then((client) => client.release(true)).catch(() => {});
      throw unavailable(error);
    } finally {
      outage.removeEventListener('abort', breakOff);
    }
  }

  connections(): Record<'busy' | 'idle' | 'waiting', number> {
    const { totalCount, idleCount: idle, waitingCount: waiting } = this.#pool;
    return { busy: totalCount - idle, idle, waiting };
  }

  async end(): Promise<void> {
    clearInterval(this.#watch);
    await this.#pool.end();
  }

  #newPool(): pg.Pool {
    const pool = new pg.Pool({
      ...this.options,
      max: CONNECTIONS,
      connectionTimeoutMillis: CONNECT_TIMEOUT,
    });
    // A connection that breaks while it is idle is replaced at its next use; one that is lent
    // fails the statement in hand, or the next.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', () => {}));
    return pool;
  }

  /** The same one for a client as long as it lives: Kysely keeps a connection for each. */
  #watched(client: pg.PoolClient): PostgresPoolClient {
    const known = this.#clients.get(client);
    if (known) return known;
    const breaks = () => this.#broken.add(client);
    client.on('error', breaks);
    client.on('end', breaks);
    const one = {
      query: (sql: string, parameters: unknown[]) => this.#query(client, sql, parameters),
      release: (destroy?: boolean) => client.release(destroy || this.#broken.has(client)),
    } as unknown as PostgresPoolClient;
    this.#clients.set(client, one);
    return one;
  }

  async #query(client: pg.PoolClient, sql: string, parameters: unknown[]) {
    this.#running.set(client, performance.now());
    try {
      return await client.query(sql, parameters);
    } catch (error) {
      if (isAway(error)) this.#broken.add(client);
      throw this.#broken.has(client) ? unavailable(error) : error;
    } finally {
      this.#running.delete(client);
    }
  }

  /** Asks the database once a statement takes long, and for as long as it is away. */
  async #look(): Promise<void> {
    const { aborted: isOut } = this.#outage.signal;
    const suspicious = performance.now() - SUSPICIOUS_AGE;
    const isSlow = [...this.#running.values()].some((since) => since < suspicious);
    if (this.#probing || (!isOut && !isSlow)) return;
    this.#probing = true;
    try {
      await probe(this.options);
      if (isOut) this.#outage = new AbortController();
    } catch (error) {
      if (!isOut) this.#breakOff(error);
    } finally {
      this.#probing = false;
    }
  }

  /** Gives up every connection: none of them is known to be alive. */
  #breakOff(error: unknown): void {
    this.#outage.abort(unavailable(error));
    for (const client of this.#running.keys()) {
      this.#broken.add(client);
      // The socket is closed: a statement in hand would be waited for in vain.
      void (client as pg.Client).end();
    }
    const given = this.#pool;
    this.#pool = this.#newPool();
    given.end().catch(() => {});
  }
}

/** @throws when the database does not answer in time; a refusal is an answer too */
async function probe(options: pg.PoolConfig): Promise<void> {
  const client = new pg.Client({
    ...options,
    connectionTimeoutMillis: PROBE_TIMEOUT,
    query_timeout: PROBE_TIMEOUT,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
  } catch (error) {
    if (isAway(error) || !hasCode(error)) throw error;
  } finally {
    void client.end();
  }
}

const hasCode = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string';

const isAway = (error: unknown) => hasCode(error) && AWAY.test(error.code);

function unavailable(error: unknown): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error;
  const reason = error instanceof AggregateError ? error.errors[0] : error;
  const message = reason instanceof Error ? reason.message : String(reason);
  return new StoreUnavailable(message, { cause: error });
}
