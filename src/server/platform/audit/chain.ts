import { createHash } from 'node:crypto';
import type { Selectable, Transaction } from 'kysely';
import type { Config } from '#server/platform/config/config.ts';
import {
  type Change,
  ChangeRecorder,
  type Row,
} from '#server/platform/database/change-recorder.ts';
import { coveredTables } from '#server/platform/database/covered-tables.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { type AuditKey, auditKeys, keyedDigest } from './audit-key.ts';
import { requireAuditKey } from './keys-in-use.ts';

type LogRow = Selectable<Schema['audit_entry']>;
/** An entry of the audit log before it gets its place. */
export type LogEntry = Omit<LogRow, 'seq' | 'hash'>;
export type SealRow = Selectable<Schema['seal']>;
export type Head = Selectable<Schema['audit_head']>;

/** Keys and clock of the chain. */
export interface Chain {
  config: Pick<Config, 'AUDIT_KEY' | 'DATA_DIR'>;
  now: () => number;
  /** PostgreSQL locks the head's row; the embedded database locks itself when a transaction begins. */
  isShared: boolean;
}

/** Kind of an entry that says: the head was changed without the key before the next entry. */
export const BREAK = 'break';

/** Rows of one insert: both databases limit the parameters of a statement. */
const BATCH = 1000;

/** Entries of the audit log that transactions write when they end. */
const pendingEntries = new WeakMap<Transaction<Schema>, LogEntry[]>();

/**
 * Runs the work of a transaction, then writes its entries of the audit log and appends an entry to
 * the chain for every covered row that was written. The head is locked last, so that transactions wait for each other only while they commit.
 * @throws {UnknownKey} when the chain's last entry was made with a key that this process lacks
 */
export async function recorded<T>(
  trx: Transaction<Schema>,
  chain: Chain,
  work: (trx: Transaction<Schema>) => Promise<T>,
): Promise<T> {
  const recorder = new ChangeRecorder();
  const recorded = trx.withPlugin(recorder);
  const entries: LogEntry[] = [];
  pendingEntries.set(recorded, entries);
  const result = await work(recorded);
  if (entries.length === 0 && recorder.changes.length === 0) return result;
  const head = await lockHead(trx, chain);
  requireAuditKey(chain.config, head);
  const logEnd = await appendToLog(recorded, head, entries);
  await append(trx, chain, head, logEnd, recorder.changes);
  return result;
}

/** Adds entries to the audit log when the transaction ends: their order is that of the commits. */
export function addLogEntries(trx: Transaction<Schema>, added: readonly LogEntry[]): void {
  const entries = pendingEntries.get(trx);
  if (!entries) throw new Error('The audit log is written in transactions of Store.transact only');
  entries.push(...added);
}

/** Writes entries of the audit log; returns its new end. */
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
  for (let start = 0; start < rows.length; start += BATCH)
    await trx
      .insertInto('audit_entry')
      .values(rows.slice(start, start + BATCH))
      .execute();
  return { entry_seq, entry_hash };
}

/** SHA-256, without a key, over the hash of the entry before and every field of the entry. */
export function entryHash(previousHash: string, entry: Omit<LogRow, 'hash'>): string {
  const { seq, at, actor_id, actor, action, application_number, detail } = entry;
  const fields = [previousHash, seq, at, actor_id, actor, action, application_number, detail];
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex');
}

/** The head of the chain, locked until the transaction ends. */
export function lockHead(trx: Transaction<Schema>, { isShared }: Chain): Promise<Head> {
  const query = trx.selectFrom('audit_head').selectAll().where('id', '=', 1);
  return (isShared ? query.forUpdate() : query).executeTakeFirstOrThrow();
}

async function append(
  trx: Transaction<Schema>,
  chain: Chain,
  head: Head,
  logEnd: Pick<Head, 'entry_seq' | 'entry_hash'>,
  changes: readonly Change[],
): Promise<void> {
  const keys = auditKeys(chain.config);
  const [key] = keys;
  const at = chain.now();
  const next = { ...head, ...logEnd, key_id: key.id };
  const entries = changes.map(({ table, key: subject, row }) => ({
    kind: table,
    subject,
    digest: rowDigest(key, table, subject, row),
  }));
  // A head that was changed without the key stays visible.
  if (!isHeadValid(keys, head))
    entries.unshift({ kind: BREAK, subject: String(head.seal_seq), digest: '' });
  const rows: SealRow[] = [];
  for (const entry of entries) {
    next.seal_seq++;
    const seal = { seq: next.seal_seq, at, ...entry, key_id: key.id };
    next.seal_hash = sealHash(key, next.seal_hash, seal);
    rows.push({ ...seal, hash: next.seal_hash });
  }
  for (let start = 0; start < rows.length; start += BATCH)
    await trx
      .insertInto('seal')
      .values(rows.slice(start, start + BATCH))
      .execute();
  const { id: _, ...changed } = { ...next, mac: headMac(key, next) };
  await trx.updateTable('audit_head').set(changed).where('id', '=', 1).execute();
}

/** Keyed digest of a row: its columns by name, without nulls; empty for a deleted row. */
export function rowDigest(key: AuditKey, table: string, subject: string, row: Row | null): string {
  if (row === null) return '';
  const except = coveredTables[table]?.except ?? [];
  const columns = Object.keys(row)
    .filter((column) => row[column] !== null && !except.includes(column))
    .sort();
  return keyedDigest(key, [table, subject, ...columns.flatMap((name) => [name, row[name] ?? ''])]);
}

/** Keyed digest over the hash of the entry before and every field of the entry. */
export function sealHash(
  key: AuditKey,
  previousHash: string,
  { seq, at, kind, subject, digest, key_id }: Omit<SealRow, 'hash'>,
): string {
  return keyedDigest(key, ['seal', previousHash, seq, at, kind, subject, digest, key_id]);
}

const headMac = (key: AuditKey, { seal_seq, seal_hash, entry_seq, entry_hash }: Head): string =>
  keyedDigest(key, ['end', seal_seq, seal_hash, entry_seq, entry_hash]);

/** Tests that the head was written by a process with the key. */
export function isHeadValid(keys: readonly AuditKey[], head: Head): boolean {
  // Before the first entry there was no key.
  if (head.seal_seq === 0) return true;
  const key = keys.find(({ id }) => id === head.key_id);
  return key !== undefined && head.mac === headMac(key, head);
}
