import { createHash } from 'node:crypto';
import { appendFile, copyFile, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { checkInstallation } from '#server/applications/reports/installation.ts';
import { BACKUP_MARK } from '#server/operations/metrics.ts';
import type { Store } from '#server/platform/database/database.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { areas } from '#server/platform/storage/file-storage.ts';
import { type FreshLocation, freshLocation } from '#tests/server/fresh-location.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { type Done, portalHere, runTool } from '#tests/server/run-tool.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';
import { inFolder } from '#tests/server/stored.ts';
import { temporaryFolder } from '#tests/temporary-folder.ts';

const portal = portalOfFile(() => startSeededPortal(inFolder));
const folder = temporaryFolder('backup');
const places: FreshLocation[] = [];
afterAll(async () => {
  for (const place of places) await place.remove();
});

const KEY = 'key of the chain in the tests: no secret';
const verified = (env: NodeJS.ProcessEnv) => portalHere(['verify'], env);

function backUp(to: string): Promise<Done> {
  const { DATA_DIR } = portal.services.config;
  return portalHere(['backup', '--to', to], { DATA_DIR, AUDIT_KEY: KEY, SECRET: `another ${KEY}` });
}

/** Settings of an empty installation. */
async function emptyPlace() {
  const place = await freshLocation();
  places.push(place);
  return { DATA_DIR: place.dataDir, AUDIT_KEY: KEY };
}

async function filesOf(dataDir: string): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const sub of areas)
    for (const name of await readdir(join(dataDir, sub)).catch(() => []))
      digests[join(sub, name)] = createHash('sha256')
        .update(await readFile(join(dataDir, sub, name)))
        .digest('hex');
  return digests;
}

test('a backup under load is complete; the restored tables and files are equal', async () => {
  const { services } = portal;
  await checkInstallation(services.store, services.config);
  await portal.applicationAt('approved');
  await generateDue(services);

  const to = join(folder, 'kept');
  // Requests continue while it runs.
  let isDone = false;
  const load = (async () => {
    for (let filed = 0; !isDone || filed === 0; filed++) await portal.applicationAt('awaited');
  })();
  const first = await runTool(portal, 'backup', ['--to', to]);
  isDone = true;
  await load;
  expect(first).toMatchObject({ status: 0, stderr: '' });
  const early = await emptyPlace();
  expect(await portalHere(['restore', '--from', to], early)).toMatchObject({
    status: 0,
    stderr: '',
  });
  expect(await verified(early)).toMatchObject({ status: 0 });

  // Without load: incremental, and equal.
  await portal.uploaded();
  const second = await backUp(to);
  const all = await filesOf(services.config.DATA_DIR);
  expect(second.status).toBe(0);
  const [files, copied] = second.stdout.match(/\d+/g)?.map(Number) ?? [];
  expect(files).toBe(Object.keys(all).length);
  expect(copied).toBeLessThan(files ?? 0);
  const late = await emptyPlace();
  // The first secret differs from that of the backup.
  const SECRET = `a third ${KEY},another ${KEY}`;
  const done = { status: 0, stderr: '' };
  expect(await portalHere(['restore', '--from', to], { ...late, SECRET })).toMatchObject(done);
  const restored = openStore({ dataDir: late.DATA_DIR });
  expect(await tablesOf(restored)).toEqual(await tablesOf(services.store));
  await restored.close();
  expect(await filesOf(late.DATA_DIR)).toEqual(all);
  const stamp = await stat(join(services.config.DATA_DIR, BACKUP_MARK));
  expect(Date.now() - stamp.mtimeMs).toBeLessThan(60_000);
  // Mail is held after the restore and released once.
  expect(await readdir(late.DATA_DIR)).toContain('hold-mail');
  const release = () => portalHere(['restore', '--release-mail'], late);
  expect(await release()).toMatchObject({ status: 0, stdout: 'Mail is sent within a minute.\n' });
  expect(await release()).toMatchObject({ status: 0, stdout: 'No mail is held.\n' });
  expect(await readdir(late.DATA_DIR)).not.toContain('hold-mail');
  expect(await verified(late)).toMatchObject({ status: 0 });

  // A restore over data, with another key or from a damaged backup is rejected.
  expect((await portalHere(['restore', '--from', to], late)).stderr).toContain('is not empty');
  const fresh = await emptyPlace();
  const otherKey = { ...fresh, AUDIT_KEY: `another ${KEY}` };
  expect((await portalHere(['restore', '--from', to], otherKey)).stderr).toContain('AUDIT_KEY');
  const [name = ''] = await readdir(join(to, 'files'));
  await appendFile(join(to, 'files', name), '.');
  expect(await portalHere(['backup', '--verify', to], {})).toMatchObject({
    status: 1,
    stdout: expect.stringContaining(`damaged or missing: files/${name}`),
  });
  const third = await portalHere(['restore', '--from', to], fresh);
  expect(third.stderr).toContain(`files/${name} in ${to} is damaged`);
  // Files that are not in the manifest are removed from the backup.
  const manifest = await readFile(join(to, 'manifest.json'), 'utf8');
  expect(manifest).not.toContain(KEY);
  await mkdir(join(to, 'files'), { recursive: true });
  await copyFile(join(to, 'manifest.json'), join(to, 'files', 'erased'));
  await services.store.db.deleteFrom('report').execute();
  await backUp(to);
  expect(await readdir(join(to, 'files'))).not.toContain('erased');
  // The folder stays for the next backup.
  expect(await readdir(join(to, 'reports'))).toEqual([]);
  expect(await portalHere(['backup', '--verify', to], {})).toMatchObject({ status: 0 });
  expect((await backUp('https://bucket/backup')).stderr).toContain('is a URL');
  expect((await backUp(services.config.DATA_DIR)).stderr).toContain('storage of an installation');
});

test.each([
  { DATABASE_URL: 'postgres://user:password@host/db' },
  { STORAGE_URL: 's3://bucket/portal' },
])('with %j, backup and restore are rejected with a reference to operate.md', async (settings) => {
  const env = { ...(await emptyPlace()), ...settings };
  for (const done of [
    await portalHere(['backup', '--to', join(folder, 'other')], env),
    await portalHere(['backup', '--verify', join(folder, 'other')], env),
    await portalHere(['restore', '--from', join(folder, 'other')], env),
  ])
    expect(done).toEqual({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(/^[^\n]+«Back up and restore» in src\/docs\/operate\.md\n$/),
    });
});

/** Digests of all tables, with all their columns. */
async function tablesOf({ db }: Store): Promise<Record<string, string>> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  const digests: Record<string, string> = {};
  for (const table of tables) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(db);
    const lines = rows.map((row) => JSON.stringify(row)).sort();
    digests[table] = createHash('sha256').update(lines.join('\n')).digest('hex');
  }
  return digests;
}
