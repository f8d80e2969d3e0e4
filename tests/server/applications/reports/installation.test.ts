import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { checkInstallation } from '#server/applications/reports/installation.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { changeRows } from '#tests/server/fixture.ts';
import { freshLocation, type Location } from '#tests/server/fresh-location.ts';
import { freshStore } from '#tests/server/fresh-store.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';
import { inFolder } from '#tests/server/stored.ts';
import { startServer } from '#tests/server-process.ts';

const portal = portalOfTest(() => startSeededPortal(inFolder));
let folder: string;
beforeEach(() => {
  folder = portal.services.config.DATA_DIR;
});

const joined = (dataDir = folder) =>
  checkInstallation(portal.services.store, readConfig({ DATA_DIR: dataDir }));
const nameIn = (dataDir: string) => readFile(join(dataDir, 'installation'), 'utf8');

/** A database and a folder of another installation. */
async function another() {
  const fresh = await freshStore();
  onTestFinished(fresh.close);
  return fresh;
}

test('a new installation gets one id, also from concurrent starts', async () => {
  await Promise.all([joined(), joined()]);
  const name = await nameIn(folder);
  await joined();
  expect(await nameIn(folder)).toBe(name);
});

test('the start does not require the file of an expired report', async () => {
  const { number } = await portal.applicationAt('approved');
  await generateDue(portal.services);
  const { db } = portal.services.store;
  const { location } = await another();
  await changeRows(portal.services, 'stored_file', {}, { application_number: null });
  for (const table of ['stored_file', 'series_object'] as const)
    await db.deleteFrom(table).execute();
  await expect(joined(location.dataDir)).rejects.toThrow(
    /lacks the files that the database references/,
  );
  const report = db.updateTable('report').set({ state: 'expired' });
  await report.where('application_number', '=', number).execute();
  await joined(location.dataDir);
  expect(await nameIn(location.dataDir)).toMatch(/^[0-9a-f-]{36}\n$/);
});

test('an installation without an id gets one at the start', async () => {
  await portal.uploaded();
  await joined();
  expect(await nameIn(folder)).toMatch(/^[0-9a-f-]{36}\n$/);
});

test('the start fails with another database', async () => {
  await portal.uploaded();
  const { store } = await another();
  const config = readConfig({ DATA_DIR: folder });
  await expect(checkInstallation(store, config)).rejects.toThrow(
    /references none of them: configure the database of these files/,
  );
  await joined();
  await expect(checkInstallation(store, config)).rejects.toThrow(/belongs to another database/);
});

test('the start fails on a folder without the files and on one of another installation', async () => {
  await portal.uploaded();
  await joined();
  const { store, location } = await another();
  await expect(joined(location.dataDir)).rejects.toThrow(
    /lacks the files that the database references/,
  );
  await checkInstallation(store, readConfig({ DATA_DIR: location.dataDir }));
  await expect(joined(location.dataDir)).rejects.toThrow(/belongs to another database/);
});

test('a database and a folder can be joined as the error message describes', async () => {
  await portal.uploaded();
  await joined();
  await rm(join(folder, 'installation'));
  const refused = await joined().catch((error: Error) => error.message);
  const [, name = '', file = ''] = /write (\S+) into (\S+)/.exec(refused ?? '') ?? [];
  await writeFile(file, name);
  await joined();
});

test('a start with the wrong database prints one line and removes no file', async () => {
  const location = await freshLocation();
  const second = await freshLocation();
  onTestFinished(async () => {
    await location.remove();
    await second.remove();
  });
  const env = ({ dataDir, databaseUrl }: Location) => ({
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  });
  await (await startServer(env(location))).end('SIGTERM');
  const files = join(location.dataDir, 'files');
  await mkdir(files, { recursive: true });
  await writeFile(join(files, 'a'.repeat(32)), 'proof');
  await utimes(join(files, 'a'.repeat(32)), 1, 1);
  for (const name of ['portal.db', 'portal.db-wal', 'portal.db-shm'])
    await rm(join(location.dataDir, name), { force: true });
  const wrong = { dataDir: location.dataDir, databaseUrl: second.databaseUrl };
  await expect(startServer(env(wrong))).rejects.toThrow(
    /could not start: DATA_DIR=\S+ belongs to another database: configure the right ones/,
  );
  expect(await readdir(files)).toEqual(['a'.repeat(32)]);
});
