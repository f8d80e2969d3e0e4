import { createHash } from 'node:crypto';
import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Config } from '#server/platform/config/config.ts';
import {
  type Change,
  ChangeRecorder,
  type Row,
} from '#server/platform/database/change-recorder.ts';
import { coveredTables } from '#server/platform/database/covered-tables.ts';
import { insertRows, updateRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { type AuditKey, auditKeys, keyedDigest, keyWithId } from './audit-key.ts';
import { requireAuditKey } from './keys-in-use.ts';

type LogRow = Selectable<Schema['audit_entry']>;
export type LogEntry = Omit<LogRow, 'seq' | 'hash'>;
export type SealRow = Selectable<Schema['seal']>;
export type Head = Selectable<Schema['audit_head']>;

export interface Chain {
  config: Pick<Config, 'AUDIT_KEY' | 'DATA_DIR'>;
  now: () => number;
  isShared: boolean;
}

/**
 * Kind of chain entries that record a change made without the key. The subject is the `seal_seq` of
 * the changed head, or the table and key of a changed row. The entry of the new row follows.
 */
export const BREAK = 'break';

/** Rows per insert: both databases limit the number of parameters in a statement. */
const BATCH = 1000;

const pendingEntries = new WeakMap<Transaction<Schema>, LogEntry[]>();

/**
 * Runs a transaction, then writes its log entries and appends a chain entry for every covered row
 * that it changed. The head is locked last, so that transactions wait for each other only while
 * they commit.
 * @throws {UnknownKey} if the key of the last entry is not configured here
 */
export async function runRecorded<T>(
  trx: Transaction<Schema>,
  chain: Chain,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const recorder = new ChangeRecorder(chain);
  const recordedTrx = trx.withPlugin(recorder);
  const entries: LogEntry[] = [];
  pendingEntries.set(recordedTrx, entries);
  const result = await work(recordedTrx);
  if (entries.length === 0 && recorder.changes.length === 0) return result;
  const forged = await forgedRows(trx, auditKeys(chain.config), recorder.changes);
  const head = await lockHead(trx, chain);
  requireAuditKey(chain.config, head);
  const logEnd = await appendToLog(recordedTrx, head, entries);
  await appendSeals(trx, chain, head, logEnd, recorder.changes, forged);
  return result;
}

/**
 * Returns the table and key of rows that did not match their last chain entry before this
 * transaction. Its new entries would hide the mismatch. An inserted row matches if it has no entry,
 * or if its last entry records a deletion.
 */
async function forgedRows(
  trx: Transaction<Schema>,
  keys: readonly AuditKey[],
  changes: readonly Change[],
): Promise<string[]> {
  const forged: string[] = [];
  const known = changes.filter(({ before }) => before !== undefined);
  const tables = [...new Set(known.map(({ table }) => table))];
  const subjects = known.map(({ key }) => key);
  const entries = await lastEntries(trx, tables, subjects);
  for (const { table, key: subject, before = null } of known) {
    const entry = entries.get(`${table} ${subject}`);
    const key = entry ? keyWithId(keys, entry.key_id) : keys[0];
    // Without the key of the entry, its row cannot be checked.
    if (key && (entry?.digest ?? '') !== rowDigest(key, table, subject, before))
      forged.push(`${table} ${subject}`);
  }
  return forged;
}

/** Returns the last chain entry of rows with one of these keys, by table and key. */
export async function lastEntries(
  db: Kysely<Schema>,
  tables: readonly string[],
  subjects: readonly string[],
): Promise<Map<string, SealRow>> {
  const entries = new Map<string, SealRow>();
  for (let start = 0; start < subjects.length; start += BATCH) {
    const rows = await db
      .selectFrom('seal')
      .selectAll()
      .where('seq', 'in', (query) =>
        query
          .selectFrom('seal')
          .select(({ fn }) => fn.max('seq').as('newest'))
          .where('kind', 'in', tables)
          .where('subject', 'in', subjects.slice(start, start + BATCH))
          .groupBy(['kind', 'subject']),
      )
      .execute();
    for (const row of rows) entries.set(`${row.kind} ${row.subject}`, row);
  }
  return entries;
}

/** Adds entries to be written at the end of the transaction, so that they are in commit order. */
export function addLogEntries(trx: Transaction<Schema>, added: readonly LogEntry[]): void {
  const entries = pendingEntries.get(trx);
  if (!entries) throw new Error('The audit log can only be written in Store.transact');
  entries.push(...added);
}

async function appendToLog(
  trx: Transaction<Schema>,
  head: Head,
  entries: readonly LogEntry[],
): Promise<Pick<Head, 'entry_seq' | 'entry_hash'>> {
  let { entry_seq, entry_hash } = head;
  const rows = entries.map((entry) => {
    const numbered = { ...entry, seq: ++entry_seq };
    entry_hash = entryHash(entry_hash, numbered);
    return { ...numbered, hash: entry_hash };
  });
  await insertRows(trx, 'audit_entry', rows);
  return { entry_seq, entry_hash };
}

export function entryHash(previousHash: string, entry: Omit<LogRow, 'hash'>): string {
  const { seq, at, actor_id, actor, action, application_number, detail } = entry;
  const fields = [previousHash, seq, at, actor_id, actor, action, application_number, detail];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

export function lockHead(trx: Transaction<Schema>, { isShared }: Chain): Promise<Head> {
  const query = trx.selectFrom('audit_head').selectAll().where('id', '=', 1);
  return (isShared ? query.forUpdate() : query).executeTakeFirstOrThrow();
}

async function appendSeals(
  trx: Transaction<Schema>,
  chain: Chain,
  head: Head,
  logEnd: Pick<Head, 'entry_seq' | 'entry_hash'>,
  changes: readonly Change[],
  forged: readonly string[],
): Promise<void> {
  const keys = auditKeys(chain.config);
  const [key] = keys;
  const at = chain.now();
  const next = { ...head, ...logEnd, key_id: key.id };
  const forgedHead = isHeadValid(keys, head) ? [] : [String(head.seal_seq)];
  const entries = [
    ...[...forgedHead, ...forged].map((subject) => ({ kind: BREAK, subject, digest: '' })),
    ...changes.map(({ table, key: subject, row }) => ({
      kind: table,
      subject,
      digest: rowDigest(key, table, subject, row),
    })),
  ];
  const rows: SealRow[] = [];
  for (const entry of entries) {
    next.seal_seq++;
    const seal = { seq: next.seal_seq, at, ...entry, key_id: key.id };
    next.seal_hash = sealHash(key, next.seal_hash, seal);
    rows.push({ ...seal, hash: next.seal_hash });
  }
  await insertRows(trx, 'seal', rows);
  const { id: _, ...changed } = { ...next, mac: headMac(key, next) };
  await updateRows(trx, 'audit_head', { id: 1 }, changed);
}

export function rowDigest(key: AuditKey, table: string, subject: string, row: Row | null): string {
  if (row === null) return '';
  const except = coveredTables[table]?.except ?? [];
  const columns = Object.keys(row)
    .filter((column) => row[column] !== null && !except.includes(column))
    .sort();
  return keyedDigest(key, [table, subject, ...columns.flatMap((name) => [name, row[name] ?? ''])]);
}

export function sealHash(
  key: AuditKey,
  previousHash: string,
  { seq, at, kind, subject, digest, key_id }: Omit<SealRow, 'hash'>,
): string {
  return keyedDigest(key, ['seal', previousHash, seq, at, kind, subject, digest, key_id]);
}

const headMac = (key: AuditKey, { seal_seq, seal_hash, entry_seq, entry_hash }: Head): string =>
  keyedDigest(key, ['end', seal_seq, seal_hash, entry_seq, entry_hash]);

export function isHeadValid(keys: readonly AuditKey[], head: Head): boolean {
  if (head.seal_seq === 0) return true;
  const key = keyWithId(keys, head.key_id);
  return key !== undefined && head.mac === headMac(key, head);
}
