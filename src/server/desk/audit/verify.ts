// Yields to the event loop between two pages: the embedded database is synchronous.
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { type AuditKey, auditKeys, type Value } from '#server/platform/audit/audit-key.ts';
import {
  BREAK,
  isHeadValid,
  lockHead,
  rowDigest,
  type SealRow,
  sealHash,
} from '#server/platform/audit/chain.ts';
import { isSigned, type SignedHead, signedHead } from '#server/platform/audit/heads.ts';
import { requireAuditKeyInUse } from '#server/platform/audit/keys-in-use.ts';
import type { Config } from '#server/platform/config/config.ts';
import { keyOf, type Row } from '#server/platform/database/change-recorder.ts';
import { coveredTables } from '#server/platform/database/covered-tables.ts';
import type { Store } from '#server/platform/database/database.ts';
import type { Schema } from '#server/platform/database/schema.ts';

const PAGE = 500;

export interface ChainServices {
  store: Store;
  config: Config;
}

export interface Verified {
  entries: number;
  histories: number;
  broken: string[];
}

/**
 * Recomputes the hash chain and compares each row of the audited tables with its latest entry in
 * the chain. Memory use does not depend on the number of rows. Rows written during the run are not
 * reported.
 * @throws {UnknownKey} if another process signs with a key that is not configured here
 */
export async function verifyChains(services: ChainServices): Promise<Verified> {
  const { db } = services.store;
  await requireAuditKeyInUse(db, services.config);
  const broken = [...(await followEntries(services)), ...(await checkHead(services))];
  for (const table of Object.keys(coveredTables))
    broken.push(...(await compareRows(services, table)));
  const count = async (table: 'audit_entry' | 'application') => {
    const all = db.selectFrom(table).select(({ fn }) => fn.countAll<number | string>().as('all'));
    return Number((await all.executeTakeFirstOrThrow()).all);
  };
  return {
    entries: await count('audit_entry'),
    histories: await count('application'),
    broken: [...new Set(broken)],
  };
}

async function followEntries({ store: { db }, config }: ChainServices): Promise<string[]> {
  const keys = auditKeys(config);
  const broken: string[] = [];
  let previous = { seq: 0, hash: '' };
  for (;;) {
    const rows: SealRow[] = await db
      .selectFrom('seal')
      .selectAll()
      .where('seq', '>', previous.seq)
      .orderBy('seq')
      .limit(PAGE)
      .execute();
    for (const row of rows) {
      const key = keyWithId(keys, row.key_id);
      const isNext = row.seq === previous.seq + 1;
      if (!isNext || !key || row.hash !== sealHash(key, previous.hash, row))
        broken.push(`seal ${row.seq}`);
      if (row.kind === BREAK) broken.push(`seals moved ${row.seq}`);
      else if (!Object.hasOwn(coveredTables, row.kind))
        broken.push(`seal ${row.seq} of an unknown table`);
      previous = row;
    }
    if (rows.length < PAGE) return broken;
    await yieldToEventLoop();
  }
}

function checkHead({ store, config }: ChainServices): Promise<string[]> {
  return store.transact(async (trx) => {
    const head = await lockHead(trx, store.chain);
    const last = await trx
      .selectFrom('seal')
      .select(['seq', 'hash'])
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    const isLast = head.seal_seq === (last?.seq ?? 0) && head.seal_hash === (last?.hash ?? '');
    return isLast && isHeadValid(auditKeys(config), head) ? [] : ['seals end'];
  });
}

async function compareRows({ store, config }: ChainServices, table: string): Promise<string[]> {
  const keys = auditKeys(config);
  const broken: string[] = [];
  for (const keysAfter of [keysOfRows, keysOfEntries])
    for (let last: string | null = null; ; ) {
      const page: string[] = await keysAfter(store.db, table, last);
      if (page.length === 0) break;
      const suspects = await differing(store.db, keys, table, page);
      // Compared again under the lock: a row may have changed between the two statements.
      const found =
        suspects.length === 0
          ? []
          : await store.transact(async (trx) => {
              await lockHead(trx, store.chain);
              return differing(trx, keys, table, suspects);
            });
      broken.push(...found.map((key) => `${table} ${JSON.parse(key).join(' ')}`));
      last = page.at(-1) ?? null;
      await yieldToEventLoop();
    }
  return broken;
}

const columnsOf = (table: string): RawBuilder<unknown> =>
  sql.join((coveredTables[table]?.key ?? []).map((column) => sql.ref(column)));
const valuesOf = (key: string): RawBuilder<unknown> =>
  sql`(${sql.join(JSON.parse(key) as Value[])})`;

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

async function differing(
  db: Kysely<Schema>,
  keys: readonly AuditKey[],
  table: string,
  subjects: readonly string[],
): Promise<string[]> {
  const found = await sql<Row>`select * from ${sql.table(table)}
    where (${columnsOf(table)}) in (${sql.join(subjects.map(valuesOf))})`.execute(db);
  const rows = new Map(found.rows.map((row) => [keyOf(table, row), row]));
  const entries = await lastEntries(db, table, subjects);
  return subjects.filter((subject) => {
    const row = rows.get(subject) ?? null;
    const entry = entries.get(subject);
    if (!entry) return row !== null;
    const key = keyWithId(keys, entry.key_id);
    return !key || entry.digest !== rowDigest(key, table, subject, row);
  });
}

async function lastEntries(
  db: Kysely<Schema>,
  table: string,
  subjects: readonly string[],
): Promise<Map<string, SealRow>> {
  const rows = await db
    .selectFrom('seal')
    .selectAll()
    .where('seq', 'in', (query) =>
      query
        .selectFrom('seal')
        .select(({ fn }) => fn.max('seq').as('newest'))
        .where('kind', '=', table)
        .where('subject', 'in', subjects)
        .groupBy('subject'),
    )
    .execute();
  return new Map(rows.map((row) => [row.subject, row]));
}

const keyWithId = (keys: readonly AuditKey[], id: string) => keys.find((key) => key.id === id);

export async function missingKeys({ store, config }: ChainServices): Promise<string[]> {
  const known = auditKeys(config).map(({ id }) => id);
  const rows = await store.db
    .selectFrom('seal')
    .select(['key_id', ({ fn }) => fn.min('seq').as('first'), ({ fn }) => fn.max('seq').as('last')])
    .where('key_id', 'not in', known)
    .groupBy('key_id')
    .orderBy('first')
    .execute();
  return rows.map(
    ({ key_id, first, last }) =>
      `AUDIT_KEY lacks the key ${key_id}, with which the seals ${first} to ${last} were made: without it they cannot be verified. Put it behind the new one, AUDIT_KEY=new,old.`,
  );
}

export interface ComparedHeads {
  compared: number;
  broken: string[];
}

/** Parses the signed heads in a file, which may contain other text, such as that of a mail. */
export function readHeads(text: string): SignedHead[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => signedHead.parse(JSON.parse(line)));
}

/**
 * Compares exported heads with the chain. A missing head means that the end of the chain was cut
 * off. A different head means that the chain was rebuilt, possibly with the key.
 */
export async function compareHeads(
  { store, config }: ChainServices,
  heads: readonly SignedHead[],
): Promise<ComparedHeads> {
  const broken: string[] = [];
  for (const head of heads) {
    const at = new Date(head.at).toISOString();
    const seal = await store.db
      .selectFrom('seal')
      .select('hash')
      .where('seq', '=', head.seq)
      .executeTakeFirst();
    if (!isSigned(config, head))
      broken.push(`head ${head.seq} of ${at}: no key of AUDIT_KEY signed it`);
    else if (!seal) broken.push(`head ${head.seq} of ${at}: the chain ends before it`);
    else if (seal.hash !== head.hash) broken.push(`head ${head.seq} of ${at}: the chain differs`);
  }
  return { compared: heads.length, broken };
}
