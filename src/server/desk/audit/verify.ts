// The embedded database answers within the same turn: other calls have theirs between two pages.
import { setImmediate as othersTurn } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { type AuditKey, auditKeys } from '#server/platform/store/audit-key.ts';
import { requireAuditKeyInUse } from '#server/platform/store/keys-in-use.ts';
import { lastSeals } from '#server/platform/store/last-seals.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import type { SealedTable } from '#server/platform/store/sealed-table.ts';
import {
  type ChainServices,
  contentDigest,
  isHeadWhole,
  lockHead,
  type SealRow,
  sealHash,
} from '#server/platform/store/seals.ts';
import { hasItsBeginning, tablesBegun } from './seal-existing.ts';
import { type FollowedLinks, followLinks } from './verify-links.ts';

/** Seals or contents that are in memory at a time. */
const PAGE = 500;

/**
 * Compares log, applications, reports and notices with their seals, and recomputes every hash.
 * Memory does not grow with them. What is written meanwhile is no alarm.
 * @throws {UnknownKey} when another process seals with a key that this one lacks
 */
export async function verifyChains(services: ChainServices): Promise<FollowedLinks> {
  const { db } = services.store;
  await requireAuditKeyInUse(db, services.config);
  const links = await followLinks(db);
  const broken = [
    ...links.broken,
    ...(await followSeals(services)),
    ...((await hasItsBeginning(services)) ? [] : ['seals begin']),
    ...(await checkEnd(services)),
    ...(await compareContents(services)),
  ];
  return { ...links, broken: [...new Set(broken)] };
}

/** Recomputes the hash of every seal from the one before. */
async function followSeals({ store: { db }, config }: ChainServices): Promise<string[]> {
  const keys = auditKeys(config);
  const broken: string[] = [];
  let previous = { seq: 0, hash: '' };
  for (let last: number | null = null; ; last = previous.seq) {
    const rows: SealRow[] = await db
      .selectFrom('seal')
      .selectAll()
      .$if(last !== null, (query) => query.where('seq', '>', last))
      .orderBy('seq')
      .limit(PAGE)
      .execute();
    for (const row of rows) {
      const key = keyOf(keys, row.key_id);
      const isNext = row.seq === previous.seq + 1;
      if (!isNext || !key || row.hash !== sealHash(key, previous.hash, row))
        broken.push(`seal ${row.seq}`);
      if (row.kind === 'break') broken.push(`seals moved ${row.seq}`);
      previous = row;
    }
    if (rows.length < PAGE) return broken;
    await othersTurn();
  }
}

/** Compares the end as it was written down with the last seal and the last entry. */
function checkEnd({ store, config }: ChainServices): Promise<string[]> {
  return store.transact(async (trx) => {
    const head = await lockHead(store, trx);
    const last = await trx
      .selectFrom('seal')
      .select(['seq', 'hash'])
      .orderBy('seq', 'desc')
      .limit(1)
      .executeTakeFirst();
    const isLast = head.seal_seq === (last?.seq ?? 0) && head.seal_hash === (last?.hash ?? '');
    return isLast && isHeadWhole(auditKeys(config), head) ? [] : ['seals end'];
  });
}

/** Up to when entries of each kind were removed because their time was over, as seals say. */
async function removedBefore(db: Kysely<Schema>): Promise<Map<string, number>> {
  const seals = await db.selectFrom('seal').select('subject').where('kind', '=', 'purge').execute();
  const removals = seals.map(({ subject }) => subject.split(' '));
  return new Map(
    removals
      .map(([kind = '', before]): [string, number] => [kind, Number(before)])
      .toSorted(([, a], [, b]) => a - b),
  );
}

async function compareContents(services: ChainServices): Promise<string[]> {
  const { store, config } = services;
  const keys = auditKeys(config);
  const broken: string[] = [];
  const removed = await removedBefore(store.db);
  for (const table of await tablesBegun(services))
    for (const subjectsAfter of [sealedSubjects(table), table.keysAfter])
      for (let last: string | null = null; ; ) {
        const subjects: string[] = await subjectsAfter(store.db, last, PAGE);
        if (subjects.length === 0) break;
        const suspects = await differing(store.db, table, { keys, removed }, subjects);
        // While nobody else seals: what was read before may have changed between two statements.
        const found =
          suspects.length === 0
            ? []
            : await store.transact(async (trx) => {
                await lockHead(store, trx);
                return differing(trx, table, { keys, removed: await removedBefore(trx) }, suspects);
              });
        broken.push(...found.map(table.nameOf));
        last = subjects.at(-1) ?? null;
        await othersTurn();
      }
  return broken;
}

/** The subjects that have a seal, whether their content is there or not. */
function sealedSubjects({ kind }: SealedTable): SealedTable['keysAfter'] {
  return async (db, last, limit) => {
    const rows = await db
      .selectFrom('seal')
      .select('subject')
      .distinct()
      .where('kind', '=', kind)
      .$if(last !== null, (query) => query.where('subject', '>', last))
      .orderBy('subject')
      .limit(limit)
      .execute();
    return rows.map(({ subject }) => subject);
  };
}

/** Of the subjects, those whose content is not what their last seal says. */
async function differing(
  db: Kysely<Schema>,
  { kind, read }: SealedTable,
  { keys, removed }: { keys: readonly AuditKey[]; removed: Map<string, number> },
  subjects: readonly string[],
): Promise<string[]> {
  const contents = await read(db, subjects);
  const seals = await lastSeals(db, kind, subjects);
  return subjects.filter((subject) => {
    const content = contents.get(subject) ?? null;
    const seal = seals.get(subject);
    if (!seal) return content !== null;
    if (content === null && seal.at < (removed.get(kind) ?? 0)) return false;
    const key = keyOf(keys, seal.key_id);
    return !key || seal.digest !== contentDigest(key, kind, subject, content);
  });
}

const keyOf = (keys: readonly AuditKey[], id: string) => keys.find((key) => key.id === id);
