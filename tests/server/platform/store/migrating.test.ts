import fs from 'node:fs/promises';
import path from 'node:path';
import { FileMigrationProvider, Migrator } from 'kysely/migration';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '#server/platform/store/config.ts';
import { openDatabase } from '#server/platform/store/open-database.ts';
import { openStore } from '#server/platform/store/open-store.ts';
import { environmentOf, freshLocation } from '#tests/server/fresh-location.ts';

test('a database of an earlier release is said to be migrated before it is, and no other', async () => {
  const location = await freshLocation();
  onTestFinished(location.remove);
  const provider = new FileMigrationProvider({
    fs,
    path,
    migrationFolder: path.resolve('src/server/platform/store/migrations'),
  });
  const names = Object.keys(await provider.getMigrations()).sort();
  const said = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => said.mockRestore());
  const open = async () => {
    const store = await openDatabase(readConfig(environmentOf(location)));
    await store.close();
    return said.mock.calls.splice(0).flat();
  };

  const before = openStore(location);
  await new Migrator({ db: before.db, provider }).migrateTo(names.at(-3) as string);
  await before.close();
  expect(await open()).toEqual([
    `The database is of an earlier release and is migrated: ${names.at(-2)}, ${names.at(-1)}`,
  ]);
  expect(await open(), 'once it is migrated').toEqual([]);
  const anew = await freshLocation();
  onTestFinished(anew.remove);
  const store = await openDatabase(readConfig(environmentOf(anew)));
  await store.close();
  expect(said.mock.calls, 'a new one').toEqual([]);
});
