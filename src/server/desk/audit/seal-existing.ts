import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { appendAuditEvent } from '#server/platform/store/audit-log.ts';
import { type Config, SettingError } from '#server/platform/store/config.ts';
import { lastSeals } from '#server/platform/store/last-seals.ts';
import type { SealedTable } from '#server/platform/store/sealed-table.ts';
import { appendSeals, type ChainServices, lockHead } from '#server/platform/store/seals.ts';
import { sealedTables } from './sealed-tables.ts';
import { followLinks } from './verify-links.ts';

const PAGE = 500;

/** Tells, outside the database, that the chain has begun: it begins once. */
const fileOf = ({ DATA_DIR }: Config) => join(DATA_DIR, 'audit.begun');

/**
 * Seals, once in an installation's life, what a release without seals left; answers how many
 * contents. The log tells so, with the places where the old chains did not hold.
 * @throws {SettingError} when the seals are gone that there were
 */
export async function sealExisting(services: ChainServices): Promise<number> {
  const { store, config } = services;
  const begun = await hashOfBeginning(services);
  if (begun) {
    await writeFile(fileOf(config), `${begun}\n`, { mode: 0o600 });
    return 0;
  }
  if ((await readFile(fileOf(config), 'utf8').catch(() => null)) !== null)
    throw new SettingError(
      `${fileOf(config)} says that the chain of seals had begun, but the database has none: restore the right database, or remove that file if there never was one`,
    );
  const { broken } = await followLinks(store.db);
  let sealed = 0;
  for (const table of sealedTables) sealed += await sealTable(services, table);
  await store.transact(async (trx) => {
    if (sealed > 0)
      await appendAuditEvent(services, trx, {
        by: { id: 'portal', email: 'portal' },
        action: 'chain.begin',
        detail: [`${sealed} sealed`, ...broken.map((place) => `did not hold: ${place}`)].join('; '),
      });
    const content = [sealed, ...broken];
    await appendSeals(services, trx, [{ kind: 'genesis', subject: '1', content }]);
  });
  await writeFile(fileOf(config), `${await hashOfBeginning(services)}\n`, { mode: 0o600 });
  return sealed;
}

async function sealTable(services: ChainServices, table: SealedTable): Promise<number> {
  const { store } = services;
  const { kind } = table;
  let sealed = 0;
  for (let last: string | null = null; ; ) {
    const subjects: string[] = await table.keysAfter(store.db, last, PAGE);
    if (subjects.length === 0) return sealed;
    sealed += await store.transact(async (trx) => {
      const head = await lockHead(store, trx);
      const seals = await lastSeals(trx, kind, subjects);
      const contents = await table.read(trx, subjects);
      const missing = [...contents]
        .filter(([subject]) => !seals.has(subject))
        .map(([subject, content]) => ({ kind, subject, content }));
      if (missing.length > 0) await appendSeals(services, trx, missing, head);
      return missing.length;
    });
    last = subjects.at(-1) ?? null;
  }
}

/** Tests that the chain has the beginning that was written down outside the database. */
export async function hasItsBeginning(services: ChainServices): Promise<boolean> {
  const known = await readFile(fileOf(services.config), 'utf8').catch(() => null);
  return known === null || known.trim() === (await hashOfBeginning(services));
}

/** Hash of the seal that ended the sealing of what was there; null before. */
async function hashOfBeginning({ store }: ChainServices): Promise<string | null> {
  const seal = await store.db
    .selectFrom('seal')
    .select('hash')
    .where('kind', '=', 'genesis')
    .executeTakeFirst();
  return seal?.hash ?? null;
}
