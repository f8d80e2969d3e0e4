import type { Selectable, Transaction } from 'kysely';
import { type AuditKey, auditKeys, keyedDigest, type Value } from './audit-key.ts';
import type { Config } from './config.ts';
import type { Store } from './database.ts';
import { requireAuditKey } from './keys-in-use.ts';
import type { Schema } from './schema.ts';

/** Content as it is from now on; null once it is erased. */
export interface Sealed {
  kind: string;
  /** Key of the content among those of its kind. */
  subject: string;
  content: readonly Value[] | null;
}

export type SealRow = Selectable<Schema['seal']>;
export type Head = Selectable<Schema['audit_head']>;

/** Dependencies of whatever is written to the chain. */
export interface ChainServices {
  store: Store;
  config: Config;
  now: () => number;
}

/** Rows of one statement; both databases limit its parameters. */
const BATCH = 1000;

/** The end of the chain, locked until the transaction ends: one at a time adds to it. */
export async function lockHead(store: Store, trx: Transaction<Schema>): Promise<Head> {
  const query = trx.selectFrom('audit_head').selectAll().where('id', '=', 1);
  return store.forUpdate(query).executeTakeFirstOrThrow();
}

/**
 * Seals contents as they are after the transaction, each chained to the seal before. `log` is the
 * log's new end, when that moves too.
 * @throws {UnknownKey} when the chain's end was sealed with a key that this process lacks
 */
export async function appendSeals(
  { store, config, now }: ChainServices,
  trx: Transaction<Schema>,
  contents: readonly Sealed[],
  locked?: Head,
  log: Partial<Pick<Head, 'seq' | 'hash'>> = {},
): Promise<unknown> {
  const head = locked ?? (await lockHead(store, trx));
  requireAuditKey(config, head);
  const keys = auditKeys(config);
  const [key] = keys;
  const at = now();
  const next = { ...head, ...log, key_id: key.id };
  const rows: SealRow[] = [];
  // An end that somebody moved is not made good by what follows: it stays to be seen.
  const before: Sealed[] = isHeadWhole(keys, head)
    ? []
    : [{ kind: 'break', subject: String(head.seal_seq), content: null }];
  for (const { kind, subject, content } of [...before, ...contents]) {
    next.seal_seq++;
    const digest = contentDigest(key, kind, subject, content);
    const seal = { seq: next.seal_seq, at, kind, subject, digest, key_id: key.id };
    next.seal_hash = sealHash(key, next.seal_hash, seal);
    rows.push({ ...seal, hash: next.seal_hash });
  }
  for (let start = 0; start < rows.length; start += BATCH)
    await trx
      .insertInto('seal')
      .values(rows.slice(start, start + BATCH))
      .execute();
  const { id: _, ...changed } = { ...next, mac: headMac(key, next) };
  return trx.updateTable('audit_head').set(changed).where('id', '=', 1).execute();
}

/** Keyed digest of a content; empty of one that is erased. */
export function contentDigest(
  key: AuditKey,
  kind: string,
  subject: string,
  content: Sealed['content'],
): string {
  return content === null ? '' : keyedDigest(key, [kind, subject, ...content]);
}

/** Keyed digest over the hash before and every field of the seal, in a fixed order. */
export function sealHash(
  key: AuditKey,
  previousHash: string,
  { seq, at, kind, subject, digest, key_id }: Omit<SealRow, 'hash'>,
): string {
  return keyedDigest(key, ['seal', previousHash, seq, at, kind, subject, digest, key_id]);
}

function headMac(key: AuditKey, { seq, hash, seal_seq, seal_hash }: Head): string {
  return keyedDigest(key, ['end', seq, hash, seal_seq, seal_hash]);
}

/** Tests that the end is as it was written by somebody who has the key. */
export function isHeadWhole(keys: readonly AuditKey[], head: Head): boolean {
  // Before the first seal there was no key.
  if (head.seal_seq === 0) return true;
  const key = keys.find(({ id }) => id === head.key_id);
  return key !== undefined && head.mac === headMac(key, head);
}
