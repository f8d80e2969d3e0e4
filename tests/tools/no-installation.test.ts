import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '#server/platform/database/open-database.ts';
import { environmentOf, freshLocation } from '#tests/server/fresh-location.ts';
import { portalHere } from '#tests/server/run-tool.ts';

test.each([
  ['verify'],
  ['audit'],
  ['sweep'],
  ['erase-vehicle', 'VF1ACVYB012345678'],
  ['event-log', '--to', 'FOLDER/log.xes'],
  ['backup', '--to', 'FOLDER/backup'],
])('%s does not create an installation', async (tool, ...options) => {
  const location = await freshLocation();
  onTestFinished(location.remove);
  // As with a missing or misspelt setting.
  const DATA_DIR = join(location.dataDir, 'dtaa');
  const env = { ...environmentOf(location), DATA_DIR };
  const args = options.map((option) => option.replace('FOLDER', location.dataDir));
  const done = await portalHere([tool, ...args], env);

  expect(done).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^(DATABASE_URL|DATA_DIR=\S+dtaa) contains no installation: .+\n/,
    ),
  });
  expect(await readdir(location.dataDir)).not.toContain('dtaa');
  const { databaseUrl } = location;
  if (databaseUrl === undefined) return;
  const store = openStore({ dataDir: DATA_DIR, databaseUrl });
  onTestFinished(store.close);
  expect(await store.db.introspection.getTables()).toEqual([]);
});
