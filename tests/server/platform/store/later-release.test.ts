import fs from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '#server/platform/store/database.ts';
import { migrate, pendingMigrations } from '#server/platform/store/migrations.ts';
import { openStore } from '#server/platform/store/open-store.ts';
import { type FreshLocation, freshLocation } from '#tests/server/fresh-location.ts';
import { freshStore } from '#tests/server/fresh-store.ts';

let store: Store;
let location: FreshLocation;
afterEach(async () => {
  await store.close();
  await location.remove();
});

describe('a database that a later release has migrated', () => {
  beforeEach(async () => {
    ({ store, location } = await freshStore());
  });
  const hasRun = (name: string) =>
    sql`insert into kysely_migration (name, timestamp) values (${name}, '2099-01-01T00:00:00.000Z')`.execute(
      store.db,
    );

  test('is taken as it is, where the later one only added to it', async () => {
    await hasRun('2099-01-01-1-more');
    await hasRun('2099-01-01-2-contracts');
    await migrate(store.db);
    expect(await pendingMigrations(store.db)).toEqual([]);
    const { rows } = await sql<{
      name: string;
    }>`select name from kysely_migration order by name`.execute(store.db);
    expect(rows.map(({ name }) => name).slice(-2)).toEqual([
      '2099-01-01-1-more',
      '2099-01-01-2-contracts',
    ]);
  });

  test('is refused by name, where the later one took something away', async () => {
    await hasRun('2099-01-01-1-more');
    await hasRun('2099-01-02-1-contract-telemetry');
    const words = /those of a later release \(2099-01-02-1-contract-telemetry\)/;
    await expect(migrate(store.db)).rejects.toThrow(words);
    await expect(pendingMigrations(store.db)).rejects.toThrow(words);
  });

  test('is refused, where something ran between the migrations of this one', async () => {
    await hasRun('2026-11-21-1-staff-of-a-branch');
    await expect(migrate(store.db)).rejects.toThrow(/2026-11-21-1-staff-of-a-branch is missing/);
  });
});

/** Migrations that took something away before there was a rule against it. */
const takingAway = new Set([
  '2026-11-21-5-queue: no application search_text',
  '2026-11-22-4-senders: challenge sender has to be given',
]);

test('a migration adds only what a release before it need not know', async () => {
  location = await freshLocation();
  store = openStore(location);
  const { db } = store;
  const provider = new FileMigrationProvider({
    fs,
    path,
    migrationFolder: path.resolve('src/server/platform/store/migrations'),
  });
  const migrator = new Migrator({ db, provider });
  const broken: string[] = [];
  let before = new Map<string, unknown>();
  for (const name of Object.keys(await provider.getMigrations()).sort()) {
    const { error } = await migrator.migrateTo(name);
    if (error) throw error;
    const tables = await db.introspection.getTables();
    const known = new Set([...before.keys()].map((column) => column.replace(/ .*/, '')));
    const now = new Map(
      tables.flatMap((table) =>
        table.columns.map((column) => [
          `${table.name} ${column.name}`,
          { open: column.isNullable || column.hasDefaultValue },
        ]),
      ),
    );
    for (const column of before.keys()) if (!now.has(column)) broken.push(`${name}: no ${column}`);
    for (const [column, { open }] of now)
      if (!before.has(column) && known.has(column.replace(/ .*/, '')) && !open)
        broken.push(`${name}: ${column} has to be given`);
    before = now;
  }
  expect(broken.filter((line) => !takingAway.has(line))).toEqual([]);
  expect(before.size).toBeGreaterThan(100);
});
