import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { setImmediate, setTimeout } from 'node:timers/promises';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
} from 'kysely';
import { StoreUnavailable } from './store-error.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';

/** Longest wait for a lock that another program holds, in ms. */
const PATIENCE = 4000;
const SHORTEST_PAUSE = 5;
const LONGEST_PAUSE = 25;
/**
 * Longest time that writes may follow each other before the event loop gets a turn, in ms: they
 * never await I/O, so many at once would block the process.
 */
const LONGEST_RUN = 5;

/**
 * Runs statements on the embedded database: write transactions one after another, reads
 * concurrently on their own connection. It waits for locks of other programs without blocking the
 * process, and throws {@link StoreUnavailable} after a timeout. Writes are synced before their
 * caller or any reader sees them; the next transaction starts meanwhile, and one sync may serve
 * both.
 */
export class EmbeddedDriver implements Driver {
  readonly #writer: Statements;
  readonly #reader: Statements;
  readonly #log: WriteAheadLog;
  #lastTurn: Promise<void> = Promise.resolve();
  /** Writes that wait or run. */
  #writes = 0;
  #runSince = 0;
  #isOpen = true;

  constructor(writer: DatabaseSync, reader: DatabaseSync, log: WriteAheadLog) {
    this.#log = log;
    this.#writer = new Statements(writer);
    this.#reader = new Statements(reader);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<EmbeddedConnection> {
    return new EmbeddedConnection((connection, query) => this.#execute(connection, query));
  }

  /** Takes the write lock at once, so that what a transaction has read cannot change before it writes. */
  async beginTransaction(connection: EmbeddedConnection): Promise<void> {
    connection.endTurn = await this.#takeTurn(() => this.#writer.database.exec('begin immediate'));
  }

  async commitTransaction(connection: EmbeddedConnection): Promise<void> {
    this.#writer.database.exec('commit');
    this.#log.add();
    connection.leave();
    await this.#log.synced();
  }

  async rollbackTransaction(connection: EmbeddedConnection): Promise<void> {
    // The commit succeeded and only the sync failed: another transaction may be open.
    if (!connection.endTurn) return;
    // SQLite has already rolled back, for example on a full disk.
    if (this.#writer.database.isTransaction) this.#writer.database.exec('rollback');
    connection.leave();
  }

  async releaseConnection(connection: EmbeddedConnection): Promise<void> {
    if (connection.endTurn) await this.rollbackTransaction(connection);
  }

  /** One connection writes; reads never wait. */
  connections(): Record<'busy' | 'idle' | 'waiting', number> {
    const busy = Math.min(1, this.#writes);
    return { busy, idle: 1 - busy, waiting: this.#writes - busy };
  }

  async destroy(): Promise<void> {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    await this.#log.close();
    this.#reader.database.close();
    this.#writer.database.close();
  }

  async #execute<R>(connection: EmbeddedConnection, query: CompiledQuery): Promise<QueryResult<R>> {
    if (connection.endTurn) return this.#writer.execute(query);
    if (isRead(query)) {
      const deadline = performance.now() + PATIENCE;
      const read = await patiently(() => this.#reader.execute<R>(query), deadline);
      await this.#log.synced();
      return read;
    }
    let result: QueryResult<R> = { rows: [] };
    const endTurn = await this.#takeTurn(() => {
      result = this.#writer.execute(query);
    });
    this.#log.add();
    endTurn();
    await this.#log.synced();
    return result;
  }

  async #letOthersIn(): Promise<void> {
    if (performance.now() - this.#runSince < LONGEST_RUN) return;
    await setImmediate();
    this.#runSince = performance.now();
  }

  /** Runs `begin` after all earlier writes; returns the function that ends its turn. */
  async #takeTurn(begin: () => void): Promise<() => void> {
    const deadline = performance.now() + PATIENCE;
    const before = this.#lastTurn;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastTurn = promise;
    this.#writes++;
    const endTurn = () => {
      this.#writes--;
      resolve();
    };
    await before;
    await this.#letOthersIn();
    try {
      await patiently(begin, deadline);
      return endTurn;
    } catch (error) {
      endTurn();
      throw error;
    }
  }
}

type Run = (connection: EmbeddedConnection, query: CompiledQuery) => Promise<QueryResult<never>>;

/** Connection of one caller; a transaction has the writer for itself. */
class EmbeddedConnection implements DatabaseConnection {
  endTurn: (() => void) | null = null;
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#run(this, query);
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    yield await this.executeQuery(query);
  }

  leave(): void {
    this.endTurn?.();
    this.endTurn = null;
  }
}

const isRead = ({ query, sql }: CompiledQuery) =>
  SelectQueryNode.is(query) || /^\s*select\b/i.test(sql);

/** Retries while another program holds the lock, at least once. */
async function patiently<T>(work: () => T, deadline: number): Promise<T> {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (performance.now() >= deadline)
        throw new StoreUnavailable('another program holds the lock', { cause: error });
    }
    await setTimeout(SHORTEST_PAUSE + Math.random() * (LONGEST_PAUSE - SHORTEST_PAUSE));
  }
}

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;

/** The low byte of an extended result code is the primary code. */
function isLocked(error: unknown): boolean {
  if (!(error instanceof Error) || !('errcode' in error)) return false;
  const code = Number(error.errcode) & 0xff;
  return code === SQLITE_BUSY || code === SQLITE_LOCKED;
}

type Values = Parameters<StatementSync['all']>;

/** Prepared statements of one connection. */
class Statements {
  readonly database: DatabaseSync;
  readonly #prepared = new Map<string, { statement: StatementSync; isReader: boolean }>();

  constructor(database: DatabaseSync) {
    this.database = database;
  }

  execute<R>({ sql, parameters }: CompiledQuery): QueryResult<R> {
    const { statement, isReader } = this.#prepare(sql);
    const values = parameters as Values;
    if (isReader) return { rows: statement.all(...values) as R[] };
    const { changes, lastInsertRowid } = statement.run(...values);
    return { insertId: BigInt(lastInsertRowid), numAffectedRows: BigInt(changes), rows: [] };
  }

  #prepare(sql: string) {
    let prepared = this.#prepared.get(sql);
    if (!prepared) {
      const statement = this.database.prepare(sql);
      prepared = { statement, isReader: statement.columns().length > 0 };
      this.#prepared.set(sql, prepared);
    }
    return prepared;
  }
}
