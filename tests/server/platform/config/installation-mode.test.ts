import { chmod, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import { openEmbedded } from '#server/platform/database/embedded.ts';
import { persistMode } from '#server/platform/database/open-database.ts';
import { release } from '#server/platform/http/log.ts';
import { ensureBuild } from '#server/site/ensure-build.ts';
import { production } from '#tests/server/accounts/staff/staff.ts';
import { environmentOf, freshLocation } from '#tests/server/fresh-location.ts';
import { freshStore } from '#tests/server/fresh-store.ts';
import { startServer } from '#tests/server-process.ts';

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8);

async function ownLocation() {
  const location = await freshLocation();
  onTestFinished(() => location.remove());
  return location;
}

const demonstration = { MODE: 'demonstration' };

test.each([
  {
    first: demonstration,
    second: production,
    line: /^MODE=production cannot use the data of a demonstration/,
  },
  {
    first: production,
    second: demonstration,
    line: /^MODE=demonstration would open production/,
  },
  { first: production, second: { MODE: 'test' }, line: /^MODE=test would open production/ },
])(
  'an installation created with MODE=$first.MODE does not start with $second.MODE',
  async (row) => {
    const { first, second, line } = row;
    const { store, location, close } = await freshStore();
    onTestFinished(close);
    const place = { DATA_DIR: location.dataDir, DATABASE_URL: location.databaseUrl };
    const start = (mode: object) => persistMode(store, readConfig({ ...mode, ...place }));
    await start(first);
    await start(first);
    await expect(start(second)).rejects.toThrow(line);
    await expect(start(second)).rejects.toThrow(/use an empty folder/);
  },
);

test('production does not start with the data of a demonstration, and only this user can read the data', async () => {
  const { dataDir: DATA_DIR, databaseUrl } = await ownLocation();
  const place = { DATA_DIR, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
  await mkdir(join(DATA_DIR, 'files'), { recursive: true });
  await chmod(join(DATA_DIR, 'files'), 0o755);
  const server = await startServer(place);
  for (const name of await readdir(DATA_DIR)) {
    const path = join(DATA_DIR, name);
    const expected = (await stat(path)).isDirectory() ? '700' : '600';
    expect([name, await modeOf(path)]).toEqual([name, expected]);
  }
  await server.end('SIGTERM');
  await expect(startServer({ ...production, ...place })).rejects.toThrow(
    /^The server stopped:\n\{.*"msg":"The portal could not start: MODE=production cannot use the data of a demonstration, .*"\}\n$/,
  );
});

test('in production each line of the log is JSON and names the release', async () => {
  const location = await ownLocation();
  await ensureBuild(() => {});
  // As after a restore.
  await writeFile(join(location.dataDir, 'hold-mail'), '');
  const server = await startServer({
    ...production,
    ...environmentOf(location),
    LOG_LEVEL: 'info',
    CLAMD_URL: 'unix:/nowhere/clamd-2026.socket',
    AUDIT_HEADS_FILE: '/nowhere/heads.jsonl',
  });
  expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
  await server.end('SIGTERM');
  const lines = server.output().trim().split('\n');
  const logged = lines.map(
    (line) => JSON.parse(line) as { release: string; msg: string; time: number },
  );
  expect(new Set(logged.map(({ release }) => release))).toEqual(new Set([release]));
  for (const { time } of logged) expect(Math.abs(time - Date.now())).toBeLessThan(60_000);
  expect(logged.map(({ msg }) => msg)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Vehicle data access portal: http:/),
      expect.stringMatching(/^Not ready: mail: /),
      expect.stringMatching(/^Warning: mailHold: mail is held since 2\d{3}-/),
      'Warning: scanner: connect ENOENT /nowhere/clamd-2026.socket',
      "Warning: auditHeads: ENOENT: no such file or directory, open '/nowhere/heads.jsonl'",
    ]),
  );
}, 120_000);

test('a database and side files that other users can read become private', async () => {
  const location = await ownLocation();
  const file = join(location.dataDir, 'portal.db');
  const config = { DATA_DIR: location.dataDir, AUDIT_KEY: undefined };
  const chain = { config, now: Date.now, isShared: false };
  const opened = openEmbedded(file, chain);
  await sql`create table something (id text)`.execute(opened.db);
  const databaseFiles = [file, `${file}-wal`, `${file}-shm`];
  for (const each of databaseFiles) await chmod(each, 0o644);
  const again = openEmbedded(file, chain);
  for (const each of databaseFiles) expect(await modeOf(each)).toBe('600');
  await again.close();
  await opened.close();
});
