import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { type Chain, recorded } from './chain.ts';
import type { Store } from './database.ts';
import { openPool } from './postgres-pool.ts';
import type { Schema } from './schema.ts';
import { holdsAll } from './text-search.ts';
import { traceStatement } from './tracing.ts';

/** Autovacuum does so too where it is on; after a bulk load nobody waits for it. */
async function analyzeGrown(db: Kysely<Schema>, address: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_stat_user_tables
    where schemaname = current_schema() and n_mod_since_analyze > 1000 + n_live_tup / 5`.execute(
    db,
  );
  await vacuum(address, rows);
}

/** Frees the place of deleted rows. What wrote over it, and when, is PostgreSQL's affair. */
async function vacuumDeleted(db: Kysely<Schema>, address: string): Promise<void> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_stat_user_tables
    where schemaname = current_schema() and n_dead_tup > 0`.execute(db);
  await vacuum(address, rows);
}

/**
 * Uses a connection of its own without a statement timeout. Behind a pooler in transaction mode, a
 * changed session setting would remain on the server connection for its next user.
 */
async function vacuum(address: string, tables: readonly { name: string }[]): Promise<void> {
  if (tables.length === 0) return;
  const url = new URL(address);
  url.searchParams.delete('statement_timeout');
  url.searchParams.delete('query_timeout');
  const client = new pg.Client(url.href);
  // What breaks it fails the statement in hand.
  client.on('error', () => {});
  await client.connect();
  try {
    for (const { name } of tables)
      await client.query(`vacuum (analyze) ${pg.escapeIdentifier(name)}`);
  } finally {
    await client.end();
  }
}

/** Pages whose checksum was wrong when PostgreSQL read them; it counts where checksums are on. */
async function checksumFailures(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ failures: number | null }>`select checksum_failures as failures
    from pg_stat_database where datname = current_database()`.execute(db);
  const failures = Number(rows[0]?.failures ?? 0);
  return failures === 0 ? [] : [`${failures} pages with a wrong checksum were read`];
}

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const MAX_RETRIES = 10;

/** Opens a database of PostgreSQL, or of what speaks its protocol. */
export function openPostgres(connectionString: string, chain: Chain): Omit<Store, 'onJob'> {
  const types = new pg.TypeOverrides();
  types.setTypeParser(pg.types.builtins.INT8, Number);
  const { pool, connections } = openPool({ connectionString, types });
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }), log: traceStatement });
  return {
    kind: 'postgres',
    db,
    chain,
    async transact(work) {
      for (let retry = 0; ; retry++) {
        try {
          return await db.transaction().execute((trx) => recorded(trx, chain, work));
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
    // Where there is an index, `like` is answered by it.
    rowsHolding: (table, words) =>
      sql`(select * from ${sql.table(table)} where ${holdsAll(words)})`,
    analyze: () => analyzeGrown(db, connectionString),
    scrub: () => vacuumDeleted(db, connectionString),
    damage: async (options) => (options?.whole ? checksumFailures(db) : []),
    connections,
    close: () => db.destroy(),
  };
}
