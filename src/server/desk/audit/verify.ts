import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { auditKeys, keyWithId } from '#server/platform/audit/audit-key.ts';
import {
  BREAK,
  isHeadValid,
  lockHead,
  type SealRow,
  sealHash,
} from '#server/platform/audit/chain.ts';
import { compareRows } from '#server/platform/audit/covered-rows.ts';
import { isSigned, type SignedHead, signedHead } from '#server/platform/audit/heads.ts';
import { requireAuditKeyInUse } from '#server/platform/audit/keys-in-use.ts';
import type { Config } from '#server/platform/config/config.ts';
import { changedSchema } from '#server/platform/database/changed-schema.ts';
import { coveredTables } from '#server/platform/database/covered-tables.ts';
import type { Store } from '#server/platform/database/database.ts';
import { countRows, findRow } from '#server/platform/database/rows.ts';

const PAGE = 500;

interface ChainServices {
  store: Store;
  config: Config;
}

/**
 * Recomputes the hash chain and compares each row of the audited tables with its latest entry in
 * the chain. Memory use does not depend on the number of rows. Rows written during the run are not
 * reported.
 * @throws {UnknownKey} if another process signs with a key that is not configured here
 */
export async function verifyChains(services: ChainServices) {
  const { db } = services.store;
  await requireAuditKeyInUse(db, services.config);
  const broken = [...(await followEntries(services)), ...(await checkHead(services))];
  for (const table of Object.keys(coveredTables))
    broken.push(...(await compareRows(services.store, auditKeys(services.config), table)));
  return {
    entries: await countRows(db.selectFrom('audit_entry')),
    histories: await countRows(db.selectFrom('application')),
    broken: [...new Set(broken)],
  };
}

export async function verifyAll(services: ChainServices) {
  const verified = await verifyChains(services);
  const schema = (await changedSchema(services.store)).map((name) => `schema ${name}`);
  return { ...verified, broken: [...verified.broken, ...schema] };
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
      if (row.kind === BREAK) broken.push(brokenBefore(row));
      else if (!Object.hasOwn(coveredTables, row.kind))
        broken.push(`seal ${row.seq} of an unknown table`);
      previous = row;
    }
    if (rows.length < PAGE) return broken;
    await yieldToEventLoop();
  }
}

function brokenBefore({ seq, subject }: SealRow): string {
  const [, table, key = ''] = /^(\w+) (\[.*\])$/.exec(subject) ?? [];
  return table ? `${table} ${JSON.parse(key).join(' ')}` : `seals moved ${seq}`;
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
export async function compareHeads({ store, config }: ChainServices, heads: readonly SignedHead[]) {
  const broken: string[] = [];
  for (const head of heads) {
    const at = new Date(head.at).toISOString();
    const seal = await findRow(store.db, 'seal', { seq: head.seq });
    if (!isSigned(config, head))
      broken.push(`head ${head.seq} of ${at}: no key of AUDIT_KEY signed it`);
    else if (!seal) broken.push(`head ${head.seq} of ${at}: the chain ends before it`);
    else if (seal.hash !== head.hash) broken.push(`head ${head.seq} of ${at}: the chain differs`);
  }
  return { compared: heads.length, broken };
}
