import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { joinInstallation } from '#server/applications/reports/installation.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { environmentOf, freshLocation } from '#tests/server/fresh-location.ts';
import type { Done } from '#tests/server/run-tool.ts';
import { openPlace } from '#tools/backup/place.ts';
import { writeBackup } from '#tools/backup/write-backup.ts';
import { runBackup } from '#tools/backup.ts';

/** Environment of an installation that was begun, and has a folder beside it for backups. */
async function installation() {
  const location = await freshLocation();
  onTestFinished(location.remove);
  const DATA_DIR = join(location.dataDir, 'data');
  await mkdir(DATA_DIR);
  const env = { ...environmentOf(location), DATA_DIR, STORAGE_URL: '' };
  const config = readConfig(env);
  const store = await openDatabase(config);
  await joinInstallation(store, config);
  await store.close();
  return { env, config, to: join(location.dataDir, 'backup') };
}

async function backup(env: NodeJS.ProcessEnv, option: '--to' | '--verify', place: string) {
  const done: Done = { status: 0, stdout: '', stderr: '' };
  done.status = await runBackup([option, place], env, {
    stdout: { write: (text) => (done.stdout += text) },
    stderr: { write: (text) => (done.stderr += text) },
  });
  return done;
}

test('a backup is not written over by that of another installation', async () => {
  const first = await installation();
  expect(await backup(first.env, '--to', first.to)).toMatchObject({ status: 0, stderr: '' });
  const before = await readdir(first.to, { recursive: true });
  const manifest = await readFile(join(first.to, 'manifest.json'), 'utf8');

  // As after a start on a new machine, where the hourly backup goes on.
  const another = await installation();
  const refused = await backup(another.env, '--to', first.to);

  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('another') });
  expect(await readdir(first.to, { recursive: true })).toEqual(before);
  expect(await readFile(join(first.to, 'manifest.json'), 'utf8')).toBe(manifest);
  expect(await backup(first.env, '--to', first.to)).toMatchObject({ status: 0, stderr: '' });
});

test('a backup takes nothing away that is not of a backup', async () => {
  const { env, to } = await installation();
  const letter = join(to, 'files', 'letters', 'to-the-board.txt');
  await mkdir(join(letter, '..'), { recursive: true });
  await writeFile(letter, 'somebody’s');

  const refused = await backup(env, '--to', to);

  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('files/') });
  expect(await readFile(letter, 'utf8')).toBe('somebody’s');
  expect(await readdir(to)).toEqual(['backup.lock', 'files']);
});

test('of two backups to a folder at once one is refused, and touches nothing of the other', async () => {
  const { env, to } = await installation();
  for (let round = 0; round < 5; round++) {
    const both = await Promise.all([backup(env, '--to', to), backup(env, '--to', to)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([0, 1]);
    expect(both.map(({ stderr }) => stderr).join('')).toBe(
      `Another backup to ${to} is under way\n`,
    );
    expect(await backup(env, '--verify', to)).toMatchObject({ status: 0, stderr: '' });
  }
});

test('of two backups at once where nothing can be locked one is whole, and the other says that it is not', async () => {
  const { env, config, to } = await installation();
  await mkdir(to);
  const slow = await openPlace(to, config);
  onTestFinished(() => slow.close());
  let other: Done | undefined;
  const overtaken = {
    ...slow,
    hold: async () => {},
    sizes: async () => {
      const isBegun = (await slow.sizes()).size > 0;
      if (isBegun) other ??= await backup(env, '--to', to);
      return slow.sizes();
    },
  };

  await expect(writeBackup(config, overtaken)).rejects.toThrow('meanwhile');

  expect(other).toMatchObject({ status: 0, stderr: '' });
  expect(await backup(env, '--verify', to)).toMatchObject({ status: 0, stderr: '' });
});

test('name and password of the database may stand behind its address, as a socket needs it', async () => {
  const { env, to } = await installation();
  const url = env.DATABASE_URL === '' ? null : new URL(env.DATABASE_URL);
  for (const [name, key] of [
    ['user', 'username'],
    ['password', 'password'],
  ] as const) {
    url?.searchParams.set(name, decodeURIComponent(url[key]));
    if (url) url[key] = '';
  }
  const behind = { ...env, DATABASE_URL: url?.href ?? '' };
  expect(await backup(behind, '--to', to)).toMatchObject({ status: 0, stderr: '' });
  expect(await backup(env, '--verify', to)).toMatchObject({ status: 0, stderr: '' });
});

test('a place that cannot be one is refused in a line', async () => {
  const { env, to } = await installation();
  await writeFile(to, 'a file');
  const refusals = [to, join(to, 'below'), join(env.DATA_DIR, 'backup')];
  for (const place of refusals) {
    const { status, stderr } = await backup(env, '--to', place);
    expect({ place, status, lines: stderr.trim().split('\n').length }).toEqual({
      place,
      status: 1,
      lines: 1,
    });
    expect(stderr).toContain(place);
  }
});
