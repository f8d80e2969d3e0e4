import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { keyOf, type Row } from '#server/platform/database/change-recorder.ts';
import { coveredTables } from '#server/platform/database/covered-tables.ts';
import type { Store } from '#server/platform/database/database.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { type AuditKey, auditKeys, keyWithId, type Value } from './audit-key.ts';
import { lastEntries, lockHead, rowDigest } from './chain.ts';

const PAGE = 500;

export async function isUnchanged(store: Store, table: string, key: Value[]): Promise<boolean> {
  const keys = auditKeys(store.chain.config);
  return (await changedRows(store, keys, table, [JSON.stringify(key)])).length === 0;
}

/**
 * Compares every row of a covered table with its last entry in the chain, and every last entry with
 * its row. Returns the table and key of those that differ.
 */
export async function compareRows(
  store: Store,
  keys: readonly AuditKey[],
  table: string,
): Promise<string[]> {
  const broken: string[] = [];
  for (const keysAfter of [keysOfRows, keysOfEntries])
    for (let last: string | null = null; ; ) {
      const page: string[] = await keysAfter(store.db, table, last);
      const [comparable, others] = [page.filter(isKey), page.filter((key) => !isKey(key))];
      const found = [...others, ...(await changedRows(store, keys, table, comparable))];
      broken.push(...found.map((key) => `${table} ${JSON.parse(key).map(String).join(' ')}`));
      last = comparable.at(-1) ?? null;
      if (last === null) break;
      await yieldToEventLoop();
    }
  return broken;
}

/** SQLite accepts null and bytes in a text key. The portal writes neither, and no query finds them. */
const isKey = (subject: string): boolean =>
  (JSON.parse(subject) as unknown[]).every((part) => ['string', 'number'].includes(typeof part));

async function changedRows(
  store: Store,
  keys: readonly AuditKey[],
  table: string,
  subjects: readonly string[],
): Promise<string[]> {
  if (subjects.length === 0) return [];
  const suspects = await differing(store.db, keys, table, subjects);
  if (suspects.length === 0) return [];
  // Compared again under the lock: a row may have changed between the two statements.
  return store.transact(async (trx) => {
    await lockHead(trx, store.chain);
    return differing(trx, keys, table, suspects);
  });
}

async function keysOfRows(
  db: Kysely<Schema>,
  table: string,
  last: string | null,
): Promise<string[]> {
  const columns = columnsOf(table);
  const after = last === null ? sql`1 = 1` : sql`(${columns}) > ${valuesOf(last)}`;
  const { rows } = await sql<Row>`select ${columns} from ${sql.table(table)} where ${after}
    order by ${columns} limit ${sql.lit(PAGE)}`.execute(db);
  return rows.map((row) => keyOf(table, row));
}

async function keysOfEntries(
  db: Kysely<Schema>,
  table: string,
  last: string | null,
): Promise<string[]> {
  const rows = await db
    .selectFrom('seal')
    .select('subject')
    .distinct()
    .where('kind', '=', table)
    .$if(last !== null, (query) => query.where('subject', '>', last))
    .orderBy('subject')
    .limit(PAGE)
    .execute();
  return rows.map(({ subject }) => subject);
}

const columnsOf = (table: string): RawBuilder<unknown> =>
  sql.join((coveredTables[table]?.key ?? []).map((column) => sql.ref(column)));
const valuesOf = (key: string): RawBuilder<unknown> =>
  sql`(${sql.join(JSON.parse(key) as Value[])})`;

async function differing(
  db: Kysely<Schema>,
  keys: readonly AuditKey[],
  table: string,
  subjects: readonly string[],
): Promise<string[]> {
  const found = await sql<Row>`select * from ${sql.table(table)}
    where (${columnsOf(table)}) in (${sql.join(subjects.map(valuesOf))})`.execute(db);
  const rows = new Map(found.rows.map((row) => [keyOf(table, row), row]));
  const entries = await lastEntries(db, [table], subjects);
  return subjects.filter((subject) => {
    const row = rows.get(subject) ?? null;
    const entry = entries.get(`${table} ${subject}`);
    if (!entry) return row !== null;
    const key = keyWithId(keys, entry.key_id);
    return !key || entry.digest !== rowDigest(key, table, subject, row);
  });
}
