import { createHash } from 'node:crypto';
import { Kysely, type LogEvent, PostgresDialect, type PostgresPool } from 'kysely';
import type { Schema } from './schema.ts';

interface Read {
  sql: string;
  parameters: readonly unknown[];
  resolve: (result: { command: string; rowCount: number; rows: unknown[] }) => void;
  reject: (error: unknown) => void;
}

const MAX_PREPARED = 100;
/**
 * SQLSTATE codes of a prepared statement that is missing or already exists, because a pooler has
 * switched the server connection.
 */
const POOLED = ['26000', '42P05'];

/**
 * Returns a function that creates a `Kysely` for the reads of one request. Selects that are issued
 * in the same turn of the event loop are sent as one prepared statement, which returns each result
 * as JSON. Holds no connection between batches, so that the request may wait for another system.
 */
export function batchedReads(
  pool: PostgresPool,
  log: (event: LogEvent) => void,
): () => Kysely<Schema> {
  const names = new Map<string, string>();
  let canPrepare = true;

  const nameOf = (text: string) => {
    if (!names.has(text) && names.size < MAX_PREPARED)
      names.set(text, createHash('sha256').update(text).digest('base64url'));
    return canPrepare ? names.get(text) : undefined;
  };

  async function run(text: string, values: unknown[]): Promise<Record<string, unknown[]>> {
    const client = await pool.connect();
    // Kysely's type lacks named statements.
    const query = client.query.bind(client) as unknown as (statement: {
      name?: string | undefined;
      text: string;
      values: unknown[];
    }) => Promise<{ rows: Record<string, unknown[]>[] }>;
    try {
      const { rows } = await query({ name: nameOf(text), text, values }).catch((error) => {
        if (!canPrepare || !POOLED.includes(error.code)) throw error;
        canPrepare = false;
        return query({ text, values });
      });
      return rows[0] ?? {};
    } finally {
      client.release();
    }
  }

  async function send(reads: readonly Read[]): Promise<void> {
    const values: unknown[] = [];
    const columns = reads.map(({ sql, parameters }, index) => {
      const before = values.length;
      values.push(...parameters);
      const renumbered = sql.replaceAll(/\$(\d+)/g, (_, n) => `$${Number(n) + before}`);
      return `(select coalesce(json_agg(each), '[]') from (${renumbered}) as each) as r${index}`;
    });
    try {
      const results = await run(`select ${columns.join(', ')}`, values);
      for (const [index, { resolve }] of reads.entries())
        resolve({ command: 'SELECT', rowCount: 0, rows: results[`r${index}`] ?? [] });
    } catch (error) {
      for (const { reject } of reads) reject(error);
    }
  }

  return () => {
    let waiting: Read[] = [];
    const query = (sql: string, parameters: readonly unknown[]) =>
      new Promise((resolve, reject) => {
        // Runs after all pending promise callbacks, which may add reads.
        if (waiting.length === 0)
          process.nextTick(() => {
            const reads = waiting;
            waiting = [];
            void send(reads);
          });
        waiting.push({ sql, parameters, resolve, reject });
      });
    const client = { query, release() {} };
    const batching = { options: {}, connect: async () => client, end: async () => {} };
    return new Kysely<Schema>({
      dialect: new PostgresDialect({ pool: batching as unknown as PostgresPool }),
      log,
    });
  };
}
