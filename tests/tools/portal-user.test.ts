import { execFile } from 'node:child_process';
import { chmod, chown, lchown, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { bareEnvironment } from '#tests/compile-cache.ts';
import { skipUnless } from '#tests/needs.ts';
import { environmentOf, freshLocation } from '#tests/server/fresh-location.ts';

/** A user other than root. */
const OTHER = 65534;
const csv = 'Instant,Vehicle.Speed\n2026-01-01T00:00:00Z,10\n';

/** An empty folder of another user, in which tools run as root. */
async function folderOfOther() {
  const location = await freshLocation();
  onTestFinished(location.remove);
  const folder = location.dataDir;
  const file = join(folder, 'drive.csv');
  await writeFile(file, csv);
  const DATA_DIR = join(folder, 'data');
  await mkdir(DATA_DIR);
  for (const path of [folder, DATA_DIR]) await chown(path, OTHER, OTHER);
  const run = (tool: string, args: string[], env = {}) =>
    promisify(execFile)(process.execPath, ['src/tools/portal.ts', tool, ...args], {
      env: { ...bareEnvironment(), ...environmentOf(location), DATA_DIR, STORAGE_URL: '', ...env },
    });
  const drive = ['--file', file, '--vin', 'VF1ACVYB012345678'];
  return { folder, drive, DATA_DIR, run };
}

async function ownersIn(folder: string): Promise<Set<number>> {
  const names = await readdir(folder, { recursive: true });
  return new Set(
    await Promise.all(names.map(async (name) => (await stat(join(folder, name))).uid)),
  );
}

const asRoot = skipUnless(process.getuid?.() === 0, 'needs root');

test("an error tells root which folder the portal's user cannot open", asRoot, async () => {
  const { folder, drive, DATA_DIR, run } = await folderOfOther();
  const refused = async (closed: string, args: [string, string[]]) => {
    const words = `The portal's user (uid ${OTHER}) cannot open ${closed}, which contains DATA_DIR (${DATA_DIR})`;
    await expect(run(...args)).rejects.toMatchObject({ stderr: expect.stringContaining(words) });
  };
  await chmod(DATA_DIR, 0o000);
  await refused(DATA_DIR, ['import', drive]);
  await chown(folder, 0, 0);
  await chmod(folder, 0o700);
  await refused(folder, ['import', drive]);
  await refused(folder, ['staff', ['list']]);
});

test("files imported and restored by root belong to the portal's user", asRoot, async () => {
  const { folder, drive, DATA_DIR, run } = await folderOfOther();
  const { stderr } = await run('import', drive);
  expect(stderr).toContain(`the portal's user (uid ${OTHER})`);
  expect(await readdir(join(DATA_DIR, 'series'))).toHaveLength(1);
  expect(await ownersIn(DATA_DIR)).toEqual(new Set([OTHER]));

  const backup = join(folder, 'backup');
  await run('backup', ['--to', backup]);
  const restored = join(folder, 'restored');
  await mkdir(restored);
  await lchown(restored, OTHER, OTHER);
  if (!process.env.DATABASE_URL) {
    await run('restore', ['--from', backup], { DATA_DIR: restored });
    expect(await readdir(restored)).toContain('series');
    expect(await ownersIn(restored)).toEqual(new Set([OTHER]));
  }
});
