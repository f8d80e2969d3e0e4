import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { readConfig, SettingError, settings } from '#server/platform/store/config.ts';
import { openDatabase } from '#server/platform/store/open-database.ts';
import { startServer } from '#tests/server-process.ts';

/** ms of the units that settings of time are given in. */
const units = { DAYS: 86_400_000, HOURS: 3_600_000, MINUTES: 60_000 };

test('the README documents every setting, with its default', async () => {
  const defaults: Record<string, unknown> = settings.parse({});
  const rows = Object.entries(settings.shape).map(([name, schema]) => {
    const given = defaults[name];
    const [, unit] = Object.entries(units).find(([suffix]) => name.endsWith(`_${suffix}`)) ?? [];
    const value = unit === undefined ? given : Number(given) / unit;
    const shown = value === undefined ? '' : `\`${value}\``;
    return `| \`${name}\` | ${shown} | ${z.globalRegistry.get(schema)?.description} |`;
  });
  const table = ['| variable | default | meaning |', '|---|---|---|', ...rows].join('\n');
  expect(await readFile('README.md', 'utf8')).toContain(table);
});

describe('a start that cannot be is told in one line that names the setting', () => {
  test.each([
    [{ PORT: 'abc' }, /^PORT=abc is not valid: Port to listen on/],
    [{ PORT: '70000' }, /^PORT=70000 is not valid/],
    [{ MODE: 'prod' }, /^MODE=prod is not valid/],
    [{ TIME_ZONE: 'Mars/Base' }, /^TIME_ZONE=Mars\/Base is not valid/],
    [{ MODE: 'production' }, /^MODE=production needs SMTP_URL, PUBLIC_URL, SECRET/],
  ])('%j', (environment, line) => {
    expect(() => readConfig(environment)).toThrow(SettingError);
    expect(() => readConfig(environment)).toThrow(line);
  });

  test.each([
    ['SECRET', 'too-short'],
    ['DATABASE_URL', 'mysql://portal:too-short@host/portal'],
    ['SMTP_URL', 'http://portal:too-short@host'],
  ])('%s, without what it holds', (key, value) => {
    expect(() => readConfig({ [key]: value })).toThrow(new RegExp(`^${key} is not valid: `));
    expect(() => readConfig({ [key]: value })).not.toThrow(/too-short/);
  });

  async function temporaryFolder(): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'settings-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    return folder;
  }

  test('a database that does not answer, without the password', async () => {
    const DATABASE_URL = 'postgres://portal:hidden@127.0.0.1:1/portal';
    const opened = openDatabase(readConfig({ DATABASE_URL, DATA_DIR: await temporaryFolder() }));
    await expect(opened).rejects.toThrow(/^DATABASE_URL cannot be used: connect ECONNREFUSED/);
    await expect(opened).rejects.not.toThrow(/hidden/);
  });

  test('a file in the place of the database', async () => {
    const DATA_DIR = await temporaryFolder();
    await writeFile(join(DATA_DIR, 'portal.db'), 'This is a letter and no database at all.');
    await expect(openDatabase(readConfig({ DATA_DIR }))).rejects.toThrow(
      `DATA_DIR=${DATA_DIR} cannot be used: file is not a database`,
    );
  });

  test('a file in the place of the folder', async () => {
    const file = join(await temporaryFolder(), 'data');
    await writeFile(file, '');
    await expect(startServer({ DATA_DIR: file })).rejects.toThrow(
      `The portal could not start: DATA_DIR=${file} is not a folder`,
    );
  });
});
