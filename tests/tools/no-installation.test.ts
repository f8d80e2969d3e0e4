import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '#server/platform/database/open-database.ts';
import { environmentOf, freshLocation } from '#tests/server/fresh-location.ts';
import { captured } from '#tests/server/run-tool.ts';
import { run as runAudit } from '#tools/audit.ts';
import { run as runBackup } from '#tools/backup.ts';
import { run as runEraseVehicle } from '#tools/erase-vehicle.ts';
import { run as runEventLog } from '#tools/event-log.ts';
import { run as runSweep } from '#tools/sweep.ts';
import type { Console } from '#tools/usage.ts';
import { run as runVerify } from '#tools/verify.ts';

type Run = (env: NodeJS.ProcessEnv, console: Console, folder: string) => Promise<number>;

const tools: Record<string, Run> = {
  verify: (env, console) => runVerify([], env, console),
  audit: (env, console) => runAudit([], env, console),
  sweep: (env, console) => runSweep([], env, console),
  'erase-vehicle': (env, console) => runEraseVehicle(['VF1ACVYB012345678'], env, console),
  'event-log': (env, console, folder) =>
    runEventLog(['--to', join(folder, 'log.xes')], env, console),
  backup: (env, console, folder) => runBackup(['--to', join(folder, 'backup')], env, console),
};

test.for(Object.keys(tools))('%s does not create an installation', async (tool) => {
  const location = await freshLocation();
  onTestFinished(location.remove);
  // As with a missing or misspelt setting.
  const DATA_DIR = join(location.dataDir, 'dtaa');
  const env = { ...environmentOf(location), DATA_DIR };
  const done = await captured((console) => (tools[tool] as Run)(env, console, location.dataDir));

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
