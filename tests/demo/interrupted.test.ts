import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { applicationStates } from '#contract/stored-application.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { bareEnvironment } from '#tests/compile-cache.ts';
import { environmentOf, freshLocation } from '#tests/server/fresh-location.ts';

const program = `
  import { demonstrate } from '#demo/demonstration.ts';
  import { withServices } from '#tools/installation.ts';
  const seed = (services) => demonstrate(services.config).seed(services);
  await withServices(process.env, seed, { mayBegin: true });`;

test('a demonstration that is killed while it files its samples files the remaining ones at the next start', async () => {
  const location = await freshLocation();
  onTestFinished(() => location.remove());
  const settings = environmentOf(location);
  const env = { ...bareEnvironment(), ...settings, MODE: 'demonstration' };
  const start = () =>
    spawn(process.execPath, ['--input-type=module', '-e', program], { env, stdio: 'pipe' });
  for (const delay of [400, 1200]) {
    const killed = start();
    await once(killed.stdout, 'data');
    await setTimeout(delay);
    killed.kill('SIGKILL');
    expect(await once(killed, 'exit')).toEqual([null, 'SIGKILL']);
  }
  expect(await once(start(), 'exit')).toEqual([0, null]);

  const store = await openDatabase(readConfig(settings));
  onTestFinished(() => store.close());
  const filed = await store.db
    .selectFrom('application')
    .innerJoin('account', 'account.id', 'application.requester_id')
    .select(['email', 'state'])
    .execute();
  const statesOf = (address: string) =>
    filed.filter(({ email }) => email === address).map(({ state }) => state);
  expect(statesOf('owner@example.eu').toSorted()).toEqual([...applicationStates].toSorted());
  expect(filed).toHaveLength(35);
  expect(await store.db.selectFrom('session').selectAll().execute()).toEqual([]);

  const again = start();
  again.stdout.on('data', (text) => expect.unreachable(String(text)));
  expect(await once(again, 'exit')).toEqual([0, null]);
}, 60_000);
