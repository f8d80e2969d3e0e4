import type { Kysely, RawBuilder, SelectQueryBuilder, SqlBool, Transaction } from 'kysely';
import type { Chain } from './chain.ts';
import type { JobKind, Schema } from './schema.ts';

/** What the two databases differ in, beside their dialects. Everything else sees these members. */
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
  /** Calls back after each commit in this process that queued a job of the kind; returns the end. */
  onJob(kind: JobKind, listener: () => void): () => void;
  /** Locks the selected rows until the transaction ends. */
  forUpdate<T extends SelectQueryBuilder<Schema, never, unknown>>(query: T): T;
  /** Locks the selected rows and passes over those another process holds. */
  skipLocked<T extends SelectQueryBuilder<Schema, never, unknown>>(query: T): T;
  /** Condition that a column is one of many values, in one parameter. */
  inList(column: string, values: readonly string[]): RawBuilder<SqlBool>;
  /** A text column that an index is not to begin with; PostgreSQL knows by its statistics. */
  withoutIndex(column: string): RawBuilder<string>;
  /**
   * Rows of a table whose column `text` holds all words, in whatever order; by its index of trigrams
   * (`…_trigram`), so that the rows of other texts are not read.
   */
  rowsHolding<T extends keyof Schema>(table: T, words: readonly string[]): RawBuilder<Schema[T]>;
  /** Gathers what PostgreSQL plans by, of tables that have grown since it looked at them. */
  analyze(): Promise<void>;
  /**
   * Leaves as little of deleted rows as the database can; with `whole`, also of those that were
   * deleted by a release which did not overwrite them.
   */
  scrub(options?: { whole: boolean }): Promise<void>;
  /**
   * Damage that the database finds in its own pages, in its words; with `whole`, also between tables
   * and indexes. PostgreSQL looks only when it reads, and tells `whole` what it met.
   */
  damage(options?: { whole: boolean }): Promise<string[]>;
  /** Connections of this process at work and at rest, and work that waits for one. */
  connections(): Record<'busy' | 'idle' | 'waiting', number>;
  close(): Promise<void>;
}

/** Tests that an insert failed because its key is taken. */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const constraint = 'errcode' in error && (error.errcode === 2067 || error.errcode === 1555);
  return error.code === '23505' || (error.code === 'ERR_SQLITE_ERROR' && constraint);
}
