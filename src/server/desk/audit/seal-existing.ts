import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { appendAuditEvent } from '#server/platform/store/audit-log.ts';
import type { Config } from '#server/platform/store/config.ts';
import { lastSeals } from '#server/platform/store/last-seals.ts';
import type { SealedTable } from '#server/platform/store/sealed-table.ts';
import { appendSeals, type ChainServices, lockHead } from '#server/platform/store/seals.ts';
import { SettingError } from '#server/platform/store/setting-error.ts';
import { type Beginning, beginnings } from './sealed-tables.ts';
import { followLinks } from './verify-links.ts';

const PAGE = 500;
const [first] = beginnings;

/** Tells, outside the database, that the chain has begun: it begins once. */
const fileOf = ({ DATA_DIR }: Config) => join(DATA_DIR, 'audit.begun');

/**
 * Seals, once in an installation's life, what releases without seals of a kind left; answers how many
 * contents. The log tells so, with the places where the old chains did not hold.
 * @throws {SettingError} when the seals are gone that there were
 */
export async function sealExisting(services: ChainServices): Promise<number> {
  const { config } = services;
  const begun = await beginningSeals(services);
  if (!begun.has(first.subject) && (await readBegun(config)) !== null)
    throw new SettingError(
      `${fileOf(config)} says that the chain of seals had begun, but the database has none: restore the right database, or remove that file if there never was one`,
    );
  let sealed = 0;
  for (const beginning of beginnings)
    if (!begun.has(beginning.subject)) sealed += await begin(services, beginning);
  const hash = (await beginningSeals(services)).get(first.subject);
  await writeFile(fileOf(config), `${hash}\n`, { mode: 0o600 });
  return sealed;
}

async function begin(services: ChainServices, { subject, tables }: Beginning): Promise<number> {
  const { store } = services;
  const broken = subject === first.subject ? (await followLinks(store.db)).broken : [];
  let sealed = 0;
  for (const table of tables) sealed += await sealTable(services, table);
  await store.transact(async (trx) => {
    if (sealed > 0)
      await appendAuditEvent(services, trx, {
        by: { id: 'portal', email: 'portal' },
        action: 'chain.begin',
        detail: [`${sealed} sealed`, ...broken.map((place) => `did not hold: ${place}`)].join('; '),
      });
    const content = [sealed, ...broken];
    await appendSeals(services, trx, [{ kind: 'genesis', subject, content }]);
  });
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
  const known = await readBegun(services.config);
  return known === null || known.trim() === (await beginningSeals(services)).get(first.subject);
}

/** The tables whose contents have their seals: kinds that a release brought, once it has started. */
export async function tablesBegun(services: ChainServices): Promise<SealedTable[]> {
  const begun = await beginningSeals(services);
  return beginnings
    .filter(({ subject }) => begun.size === 0 || begun.has(subject))
    .flatMap(({ tables }) => tables);
}

const readBegun = (config: Config) => readFile(fileOf(config), 'utf8').catch(() => null);

/** Hashes of the seals that ended the sealing of what was there, by their subjects. */
async function beginningSeals({ store }: ChainServices): Promise<Map<string, string>> {
  const rows = await store.db
    .selectFrom('seal')
    .select(['subject', 'hash'])
    .where('kind', '=', 'genesis')
    .execute();
  return new Map(rows.map(({ subject, hash }) => [subject, hash]));
}
