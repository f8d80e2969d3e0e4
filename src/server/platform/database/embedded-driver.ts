import { type FileHandle, open } from 'node:fs/promises';
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

const LOCK_TIMEOUT_MS = 4000;
const MIN_PAUSE = 5;
const MAX_PAUSE = 25;
/** Maximum time in ms of consecutive writes, which are synchronous, before the event loop runs. */
const MAX_RUN = 5;

/**
 * Runs statements on the embedded database: write transactions one after another, reads
 * concurrently on their own connection. Waits for locks of other programs without blocking the
 * process, and throws {@link StoreUnavailable} after a timeout. Syncs a write before its caller
 * continues; meanwhile, the next transaction already runs. A read may return rows that are not
 * synced yet: before they leave the process, wait for {@link EmbeddedDriver.synced}.
 */
export class EmbeddedDriver implements Driver {
  readonly #writer: Statements;
  readonly #reader: Statements;
  readonly #log: WriteAheadLog;
  #lastWrite: Promise<void> = Promise.resolve();
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

  async beginTransaction(connection: EmbeddedConnection): Promise<void> {
    connection.release = await this.#waitForWriter(() =>
      this.#writer.database.exec('begin immediate'),
    );
  }

  async commitTransaction(connection: EmbeddedConnection): Promise<void> {
    this.#writer.database.exec('commit');
    this.#log.add();
    connection.leave();
    await this.#log.synced();
  }

  async rollbackTransaction(connection: EmbeddedConnection): Promise<void> {
    // Already committed; only the sync failed. `rollback` would affect the next transaction.
    if (!connection.release) return;
    // SQLite may have rolled back already, for example on a full disk.
    if (this.#writer.database.isTransaction) this.#writer.database.exec('rollback');
    connection.leave();
  }

  async releaseConnection(connection: EmbeddedConnection): Promise<void> {
    if (connection.release) await this.rollbackTransaction(connection);
  }

  synced(): Promise<void> {
    return this.#log.synced();
  }

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
    if (connection.release) return this.#writer.execute(query);
    if (isRead(query)) {
      const deadline = performance.now() + LOCK_TIMEOUT_MS;
      return retryWhileLocked(() => this.#reader.execute<R>(query), deadline);
    }
    let result: QueryResult<R> = { rows: [] };
    const release = await this.#waitForWriter(() => {
      result = this.#writer.execute(query);
    });
    this.#log.add();
    release();
    await this.#log.synced();
    return result;
  }

  async #yieldToEventLoop(): Promise<void> {
    if (performance.now() - this.#runSince < MAX_RUN) return;
    await setImmediate();
    this.#runSince = performance.now();
  }

  async #waitForWriter(begin: () => void): Promise<() => void> {
    const deadline = performance.now() + LOCK_TIMEOUT_MS;
    const before = this.#lastWrite;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#lastWrite = promise;
    this.#writes++;
    const release = () => {
      this.#writes--;
      resolve();
    };
    await before;
    await this.#yieldToEventLoop();
    try {
      await retryWhileLocked(begin, deadline);
      return release;
    } catch (error) {
      release();
      throw error;
    }
  }
}

type Run = (connection: EmbeddedConnection, query: CompiledQuery) => Promise<QueryResult<never>>;

class EmbeddedConnection implements DatabaseConnection {
  release: (() => void) | null = null;
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
    this.release?.();
    this.release = null;
  }
}

const isRead = ({ query, sql }: CompiledQuery) =>
  SelectQueryNode.is(query) || /^\s*select\b/i.test(sql);

async function retryWhileLocked<T>(work: () => T, deadline: number): Promise<T> {
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (performance.now() >= deadline)
        throw new StoreUnavailable('another program holds the lock', { cause: error });
    }
    await setTimeout(MIN_PAUSE + Math.random() * (MAX_PAUSE - MIN_PAUSE));
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

/**
 * Syncs the write-ahead log in the thread pool, so that the event loop is not blocked. One sync
 * covers everything written before it starts.
 */
export class WriteAheadLog {
  readonly #path: string;
  readonly #isDurable: () => boolean;
  #file: FileHandle | undefined;
  #written = 0;
  #synced = 0;
  #syncing: Promise<void> | null = null;

  constructor(path: string, isDurable: () => boolean) {
    this.#path = path;
    this.#isDurable = isDurable;
  }

  add(): void {
    this.#written++;
  }

  /**
   * Resolves once everything committed before the call is on disk.
   * @throws the error of the disk, also in later calls, because a disk reports a lost write only
   * once
   */
  async synced(): Promise<void> {
    const wanted = this.#written;
    while (this.#synced < wanted) {
      this.#syncing ??= this.#sync().then(() => {
        this.#syncing = null;
      });
      await this.#syncing;
    }
  }

  async close(): Promise<void> {
    await this.#syncing?.catch(() => {});
    await this.#file?.close();
  }

  async #sync(): Promise<void> {
    const upTo = this.#written;
    if (this.#isDurable()) {
      this.#file ??= await this.#open();
      await this.#file?.datasync();
    }
    this.#synced = upTo;
  }

  /** Opens the log for writing, as a sync on Windows requires. Undefined before the first write. */
  #open(): Promise<FileHandle | undefined> {
    return open(this.#path, 'r+').catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      return undefined;
    });
  }
}
