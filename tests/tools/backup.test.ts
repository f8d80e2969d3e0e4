import { createHash } from 'node:crypto';
import { appendFile, copyFile, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '#server/platform/store/database.ts';
import { openStore } from '#server/platform/store/open-store.ts';
import { joinInstallation } from '#server/workflow/report/installation.ts';
import { portalOfFile } from '#tests/server/portal-of.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { type Done, runTool } from '#tests/server/run-tool.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';
import { runBackup } from '#tools/backup.ts';
import { runRestore } from '#tools/restore.ts';
import { runVerify } from '#tools/verify.ts';

const portal = portalOfFile(startSeededPortal);
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'));
});
afterAll(() => rm(folder, { recursive: true }));

const KEY = 'key of the chain in the tests: no secret';
/** Runs a tool here, on the folder `DATA_DIR`. */
async function here(run: typeof runBackup, args: string[], env: NodeJS.ProcessEnv): Promise<Done> {
  const output = { stdout: '', stderr: '' };
  const status = await run(args, env, {
    stdout: { write: (text) => (output.stdout += text) },
    stderr: { write: (text) => (output.stderr += text) },
  });
  return { status, ...output };
}

/** A digest of each table, in the order of all its columns. */
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

async function filesOf(dataDir: string): Promise<Record<string, string>> {
  const digests: Record<string, string> = {};
  for (const sub of ['files', 'reports'])
    for (const name of await readdir(join(dataDir, sub)))
      digests[join(sub, name)] = createHash('sha256')
        .update(await readFile(join(dataDir, sub, name)))
        .digest('hex');
  return digests;
}

test('under load a backup is whole; restored, every table and file is what it was', async () => {
  const { services } = portal;
  if (services.config.DATABASE_URL) {
    const env = { DATA_DIR: folder, DATABASE_URL: services.config.DATABASE_URL };
    const refused = await here(runBackup, ['--to', folder], env);
    expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('pg_dump') });
    return;
  }
  await joinInstallation(services.store, services.config);
  await portal.applicationAt('approved');
  await generateDue(services);

  const to = join(folder, 'kept');
  // People go on while it runs.
  let isDone = false;
  const load = (async () => {
    for (let filed = 0; !isDone || filed === 0; filed++) await portal.applicationAt('awaited');
  })();
  const first = await runTool(portal, 'backup', ['--to', to]);
  isDone = true;
  await load;
  expect(first).toMatchObject({ status: 0, stderr: '' });
  const early = { DATA_DIR: join(folder, 'early'), AUDIT_KEY: KEY };
  expect(await here(runRestore, ['--from', to], early)).toMatchObject({ status: 0 });
  expect(await here((_, ...rest) => runVerify(...rest), [], early)).toMatchObject({ status: 0 });

  // At rest: incremental, and equal.
  await portal.uploaded();
  const second = await here(runBackup, ['--to', to], {
    DATA_DIR: services.config.DATA_DIR,
    AUDIT_KEY: KEY,
  });
  const all = await filesOf(services.config.DATA_DIR);
  expect(second.status).toBe(0);
  const [files, copied] = second.stdout.match(/\d+/g)?.map(Number) ?? [];
  expect(files).toBe(Object.keys(all).length);
  expect(copied).toBeLessThan(files ?? 0);
  const late = { DATA_DIR: join(folder, 'late'), AUDIT_KEY: KEY };
  expect(await here(runRestore, ['--from', to], late)).toMatchObject({ status: 0 });
  const restored = openStore({ dataDir: late.DATA_DIR });
  expect(await tablesOf(restored)).toEqual(await tablesOf(services.store));
  await restored.close();
  expect(await filesOf(late.DATA_DIR)).toEqual(all);
  expect(await here((_, ...rest) => runVerify(...rest), [], late)).toMatchObject({ status: 0 });

  // Neither over what is there, nor with another key, nor from what was damaged.
  expect((await here(runRestore, ['--from', to], late)).stderr).toContain('is not empty');
  const fresh = { DATA_DIR: join(folder, 'fresh'), AUDIT_KEY: `another ${KEY}` };
  expect((await here(runRestore, ['--from', to], fresh)).stderr).toContain('AUDIT_KEY');
  const [name = ''] = await readdir(join(to, 'files'));
  await appendFile(join(to, 'files', name), '.');
  expect(await here(runBackup, ['--verify', to], {})).toMatchObject({
    status: 1,
    stdout: expect.stringContaining(`damaged or missing: ${join('files', name)}`),
  });
  const third = await here(runRestore, ['--from', to], { ...fresh, AUDIT_KEY: KEY });
  expect(third.stderr).toContain(`${name} is damaged`);
  // What nobody names any more does not live on in the backup.
  const manifest = await readFile(join(to, 'manifest.json'), 'utf8');
  expect(manifest).not.toContain(KEY);
  await mkdir(join(to, 'files'), { recursive: true });
  await copyFile(join(to, 'manifest.json'), join(to, 'files', 'erased'));
  await here(runBackup, ['--to', to], { DATA_DIR: services.config.DATA_DIR, AUDIT_KEY: KEY });
  expect(await readdir(join(to, 'files'))).not.toContain('erased');
  expect(await here(runBackup, ['--verify', to], {})).toMatchObject({ status: 0 });
});
