import type { Kysely, RawBuilder, SelectQueryBuilder, SqlBool, Transaction } from 'kysely';
import type { Chain } from '#server/platform/audit/chain.ts';
import type { JobKind, Schema } from './schema.ts';

export interface Store {
  readonly kind: 'embedded' | 'postgres';
  readonly db: Kysely<Schema>;
  /** For the reads of one request: those that are issued at the same time share a round trip. */
  batched(): Kysely<Schema>;
  readonly chain: Chain;
  /**
   * Runs `work` in one transaction and appends its changes of covered tables to the chain. Retries
   * `work` up to ten times after a serialization failure in PostgreSQL.
   */
  transact<T>(work: (trx: Transaction<Schema>) => Promise<T>): Promise<T>;
  /** Calls the listener after commits that queued a job of the kind; returns an `unsubscribe`. */
  onJob(kind: JobKind, listener: () => void): () => void;
  forUpdate<T extends SelectQueryBuilder<Schema, never, unknown>>(query: T): T;
  skipLocked<T extends SelectQueryBuilder<Schema, never, unknown>>(query: T): T;
  inList(column: string, values: readonly string[]): RawBuilder<SqlBool>;
  withoutIndex(column: string): RawBuilder<string>;
  rowsHolding<T extends keyof Schema>(table: T, words: readonly string[]): RawBuilder<Schema[T]>;
  migrating<T>(work: (db: Kysely<Schema>) => Promise<T>): Promise<T>;
  /** Removes traces of deleted rows as far as the database supports it. */
  scrub(): Promise<void>;
  /** Resolves once everything committed before the call is on disk. */
  synced(): Promise<void>;
  damage(options?: { whole: boolean }): Promise<string[]>;
  connections(): Record<'busy' | 'idle' | 'waiting', number>;
  close(): Promise<void>;
}

export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const constraint = 'errcode' in error && (error.errcode === 2067 || error.errcode === 1555);
  return error.code === '23505' || (error.code === 'ERR_SQLITE_ERROR' && constraint);
}
