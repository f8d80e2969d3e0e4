import type { Kysely, RawBuilder, SelectQueryBuilder, SqlBool, Transaction } from 'kysely';
import type { Chain } from '#server/platform/audit/chain.ts';
import type { JobKind, Schema } from './schema.ts';

/** Interface of both databases; nothing else differs but their dialects. */
export interface Store {
  readonly kind: 'embedded' | 'postgres';
  readonly db: Kysely<Schema>;
  /** Keys and clock of the chain that `transact` appends to. */
  readonly chain: Chain;
  /**
   * Runs `work` in one transaction and appends its changes of covered tables to the chain. `work`
   * runs again, up to ten times, when PostgreSQL asks for it.
   */
  transact<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>;
  /**
   * Calls the listener after each commit of this process that queued a job of the kind; returns the
   * unsubscribe function.
   */
  onJob(kind: JobKind, listener: () => void): () => void;
  /** Locks the selected rows until the end of the transaction. */
  forUpdate<T extends SelectQueryBuilder<Schema, never, unknown>>(query: T): T;
  /** Locks the selected rows and skips those locked by another process. */
  skipLocked<T extends SelectQueryBuilder<Schema, never, unknown>>(query: T): T;
  /** Condition that a column has one of many values, passed as one parameter. */
  inList(column: string, values: readonly string[]): RawBuilder<SqlBool>;
  /** A text column that SQLite must not use an index for. */
  withoutIndex(column: string): RawBuilder<string>;
  /** Rows of a table whose column `text` contains all words, found by its trigram index (`…_trigram`). */
  rowsHolding<T extends keyof Schema>(table: T, words: readonly string[]): RawBuilder<Schema[T]>;
  /** Runs migrations without statement timeouts. */
  migrating<T>(work: (db: Kysely<Schema>) => Promise<T>): Promise<T>;
  /** Updates planner statistics of tables that have grown. */
  analyze(): Promise<void>;
  /**
   * Removes traces of deleted rows as far as the database can; with `whole`, also of rows deleted
   * by a release that did not overwrite them.
   */
  scrub(options?: { whole: boolean }): Promise<void>;
  /**
   * Damage that the database reports in its pages; with `whole`, also between tables and indexes
   * (embedded), or pages with a wrong checksum (PostgreSQL).
   */
  damage(options?: { whole: boolean }): Promise<string[]>;
  connections(): Record<'busy' | 'idle' | 'waiting', number>;
  close(): Promise<void>;
}

export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const constraint = 'errcode' in error && (error.errcode === 2067 || error.errcode === 1555);
  return error.code === '23505' || (error.code === 'ERR_SQLITE_ERROR' && constraint);
}
