import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkInstallation } from '#server/applications/reports/installation.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { environmentOf, freshLocation } from '#tests/server/fresh-location.ts';
import { portalHere } from '#tests/server/run-tool.ts';

/** Environment of a started installation, with a folder for backups. */
async function installation() {
  const location = await freshLocation();
  onTestFinished(location.remove);
  const DATA_DIR = join(location.dataDir, 'data');
  await mkdir(DATA_DIR);
  const env = { ...environmentOf(location), DATA_DIR };
  const config = readConfig(env);
  const store = await openDatabase(config);
  await checkInstallation(store, config);
  await store.close();
  return { env, to: join(location.dataDir, 'backup') };
}

const backup = (env: NodeJS.ProcessEnv, option: '--to' | '--verify', place: string) =>
  portalHere(['backup', option, place], env);

test('a backup of another installation is not overwritten', async () => {
  const first = await installation();
  expect(await backup(first.env, '--to', first.to)).toMatchObject({ status: 0, stderr: '' });
  const before = await readdir(first.to, { recursive: true });
  const manifest = await readFile(join(first.to, 'manifest.json'), 'utf8');

  // As after a start on a new machine, where the hourly backup continues.
  const another = await installation();
  const refused = await backup(another.env, '--to', first.to);

  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('another') });
  expect(await readdir(first.to, { recursive: true })).toEqual(before);
  expect(await readFile(join(first.to, 'manifest.json'), 'utf8')).toBe(manifest);
  expect(await backup(first.env, '--to', first.to)).toMatchObject({ status: 0, stderr: '' });
});

test('a backup is rejected if its folder contains foreign files, and removes none of them', async () => {
  const { env, to } = await installation();
  const letter = join(to, 'files', 'letters', 'to-the-board.txt');
  await mkdir(join(letter, '..'), { recursive: true });
  await writeFile(letter, 'somebody’s');

  const refused = await backup(env, '--to', to);

  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('files/') });
  expect(await readFile(letter, 'utf8')).toBe('somebody’s');
  expect(await readdir(to)).toEqual(['backup.lock', 'files']);
});

test('one of two concurrent backups to a folder is rejected, and the other is complete', async () => {
  const { env, to } = await installation();
  for (let round = 0; round < 5; round++) {
    const both = await Promise.all([backup(env, '--to', to), backup(env, '--to', to)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([0, 1]);
    expect(both.map(({ stderr }) => stderr).join('')).toBe(
      `Another backup to ${to} is in progress\n`,
    );
    expect(await backup(env, '--verify', to)).toMatchObject({ status: 0, stderr: '' });
  }
});

test('a backup to an invalid folder is rejected with a message of one line', async () => {
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
