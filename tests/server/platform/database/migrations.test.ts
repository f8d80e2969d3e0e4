import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { coveredTables } from '#server/platform/database/covered-tables.ts';
import type { Store } from '#server/platform/database/database.ts';
import {
  executedMigrations,
  migrate,
  pendingMigrations,
} from '#server/platform/database/migrations.ts';
import { openDatabase, openStore } from '#server/platform/database/open-database.ts';
import { environmentOf, type FreshLocation, freshLocation } from '#tests/server/fresh-location.ts';
import { freshStore } from '#tests/server/fresh-store.ts';

const folder = 'src/server/platform/database/migrations';
const names = readdirSync(folder)
  .map((file) => file.replace(/\.ts$/, ''))
  .sort();
const [baseline = ''] = names;
const sourceOf = (name: string) => readFileSync(join(folder, `${name}.ts`), 'utf8');

describe('the migration files', () => {
  test('begin with the baseline and are named by date, number and content', () => {
    expect(baseline).toBe('2026-11-26-1-baseline');
    for (const name of names) expect(name).toMatch(/^\d{4}-\d\d-\d\d-[1-9]-[a-z-]+$/);
  });

  test('import only Kysely, and create indexes only if they do not exist', () => {
    for (const name of names) {
      const source = sourceOf(name);
      for (const [, from] of source.matchAll(/from '(.*)'|import\('(.*)'\)/g))
        expect(from, name).toBe('kysely');
      if (name === baseline) continue;
      const created = source.match(/create (unique )?index|\.createIndex\(/gi) ?? [];
      const skipped = source.match(/if not exists|\.ifNotExists\(/gi) ?? [];
      expect(skipped.length, name).toBeGreaterThanOrEqual(created.length);
    }
  });

  test('change no rows that the audit log covers', () => {
    for (const name of names.slice(1)) {
      // Its rows were covered later.
      if (name === '2026-11-27-5-keyed-sessions') continue;
      const source = sourceOf(name);
      const written = [
        ...source.matchAll(/\b(?:update|insert into|delete from) (\w+)/gi),
        ...source.matchAll(/\b(?:updateTable|insertInto|deleteFrom)\(["'](\w+)/g),
      ].map(([, table = '']) => table);
      expect(
        written.filter((table) => Object.hasOwn(coveredTables, table)),
        name,
      ).toEqual([]);
    }
  });
});

let store: Store;
let location: FreshLocation;
beforeEach(async () => {
  ({ store, location } = await freshStore());
});
afterEach(async () => {
  await store.close();
  await location.remove();
});

const hasRun = (name: string) =>
  sql`insert into kysely_migration (name, timestamp) values (${name}, '2099-01-01T00:00:00.000Z')`.execute(
    store.db,
  );

/** The migrations of this release and those of a later one. */
const releaseWith = (migrations: Record<string, (db: Kysely<never>) => Promise<void>>) => ({
  getMigrations: async (): Promise<Record<string, Migration>> => ({
    ...Object.fromEntries(names.map((name) => [name, { up: async () => {} }])),
    ...Object.fromEntries(Object.entries(migrations).map(([name, up]) => [name, { up }])),
  }),
});

describe('a database of an earlier version', () => {
  test('from before 1.0.0 is rejected with an explanation', async () => {
    await sql`delete from kysely_migration`.execute(store.db);
    await hasRun('2026-11-20-first');
    await store.close();
    const config = readConfig(environmentOf(location));
    await expect(openDatabase(config)).rejects.toThrow(
      /^(DATABASE_URL|DATA_DIR=\S+) cannot be used: it was created by a version before 1\.0\.0, which cannot be upgraded; start with a new database and a new DATA_DIR$/,
    );
    ({ store } = { store: openStore(location) });
    expect(await executedMigrations(store.db)).toEqual(['2026-11-20-first']);
  });

  test('is migrated with a warning; a current or new database without', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    onTestFinished(() => warn.mockRestore());
    // Processes of other tests may warn meanwhile.
    const warned = () =>
      warn.mock.calls.splice(0).flatMap(([text]) => (/database/.test(text) ? [text] : []));
    const open = async (at: FreshLocation) => {
      const next = releaseWith({
        '2098-01-01-1-one': async () => {},
        '2098-01-02-1-two': async () => {},
      });
      const opened = await openDatabase(readConfig(environmentOf(at)), next);
      await opened.close();
      return warned();
    };
    await store.close();
    expect(await open(location)).toEqual([
      'Migrating the database of an earlier release: 2098-01-01-1-one, 2098-01-02-1-two',
    ]);
    expect(await open(location), 'once it is migrated').toEqual([]);
    store = openStore(location);
    const freshDatabase = await freshLocation();
    onTestFinished(freshDatabase.remove);
    const first = await openDatabase(readConfig(environmentOf(freshDatabase)));
    await first.close();
    expect(warned(), 'a new one').toEqual([]);
  });
});

describe('a database that a later release has migrated', () => {
  test('is used when the later release only added to it', async () => {
    await hasRun('2099-01-01-1-more');
    await hasRun('2099-01-01-2-contracts');
    await migrate(store.db);
    expect(await pendingMigrations(store.db)).toEqual([]);
    expect((await executedMigrations(store.db)).sort().slice(-2)).toEqual([
      '2099-01-01-1-more',
      '2099-01-01-2-contracts',
    ]);
  });

  test('is rejected when the later release removed something', async () => {
    await hasRun('2099-01-01-1-more');
    await hasRun('2099-01-02-1-contract-telemetry');
    const words = /^a later release has changed its tables \(2099-01-02-1-contract-telemetry\)/;
    await expect(migrate(store.db)).rejects.toThrow(words);
    await expect(pendingMigrations(store.db)).rejects.toThrow(words);
  });

  test('is rejected when an unknown migration precedes the newest one of this release', async () => {
    await hasRun('2026-11-26-0-of-a-branch');
    await expect(migrate(store.db)).rejects.toThrow(/2026-11-26-0-of-a-branch is missing/);
  });
});

test('migrations only add optional columns, unless they are named contract', async () => {
  const location = await freshLocation();
  onTestFinished(location.remove);
  const empty = openStore(location);
  onTestFinished(() => empty.close());
  const { db } = empty;
  const broken: string[] = [];
  let before = new Map<string, { isOptional: boolean }>();
  for (const [index, name] of names.entries()) {
    const upTo = Object.fromEntries(
      await Promise.all(
        names
          .slice(0, index + 1)
          .map(async (each) => [
            each,
            await import(/* @vite-ignore */ `../../../../../${folder}/${each}.ts`),
          ]),
      ),
    );
    await migrate(db, { getMigrations: async () => upTo });
    const tables = await db.introspection.getTables();
    const known = new Set([...before.keys()].map((column) => column.replace(/ .*/, '')));
    const now = new Map(
      tables.flatMap((table) =>
        table.columns.map((column) => [
          `${table.name} ${column.name}`,
          { isOptional: column.isNullable || column.hasDefaultValue },
        ]),
      ),
    );
    if (!name.includes('-contract-'))
      for (const column of before.keys())
        if (!now.has(column)) broken.push(`${name}: no ${column}`);
    for (const [column, { isOptional }] of now)
      if (!before.has(column) && known.has(column.replace(/ .*/, '')) && !isOptional)
        broken.push(`${name}: ${column} has to be given`);
    before = now;
  }
  expect(broken).toEqual([]);
  expect(before.size).toBeGreaterThan(100);
});

/** Foreign keys without an index. */
const without: Record<'embedded' | 'postgres', RawBuilder<{ column: string }>> = {
  embedded: sql`
    select tables.name || '.' || key."from" as column
    from sqlite_master as tables, pragma_foreign_key_list(tables.name) as key
    where key.seq = 0 and not exists (
      select 1 from pragma_index_list(tables.name) as one, pragma_index_info(one.name) as part
      where one.partial = 0 and part.seqno = 0 and part.name = key."from")
    order by 1`,
  postgres: sql`
    select conrelid::regclass || '.' || attname as column
    from pg_constraint
      join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and not exists (
      select 1 from pg_index
      where indrelid = conrelid and indkey[0] = conkey[1] and indpred is null)
    order by 1`,
};
/** All foreign keys. */
const all: typeof without = {
  embedded: sql`
    select tables.name || '.' || key."from" as column
    from sqlite_master as tables, pragma_foreign_key_list(tables.name) as key where key.seq = 0`,
  postgres: sql`select conname as column from pg_constraint where contype = 'f'`,
};

test('every foreign key has an index', async () => {
  const columnsOf = async (query: RawBuilder<{ column: string }>) =>
    (await query.execute(store.db)).rows.map(({ column }) => column);
  expect((await columnsOf(all[store.kind])).length).toBeGreaterThan(30);
  // Deletions would scan the referring tables.
  expect(await columnsOf(without[store.kind])).toEqual([]);
});
