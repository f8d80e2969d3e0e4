import { expect, onTestFinished, test } from 'vitest';
import { needsPostgres } from '#tests/needs.ts';
import { freshLocation } from '../server/fresh-location.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { useOwnServer } from './own-server.ts';

/** Three starts on a machine that runs all other tests, the first with a build, in ms. */
const TIMEOUT = 300_000;

const METRICS_TOKEN = 'of Prometheus: 0123456789 abcdefgh';

async function startingOnOneDatabase() {
  const location = await freshLocation();
  const { dataDir: DATA_DIR, databaseUrl: DATABASE_URL = '' } = location;
  onTestFinished(() => location.remove());
  return async (env: Record<string, string> = {}) => {
    const server = await startServer({ DATA_DIR, DATABASE_URL, METRICS_TOKEN, ...env });
    onTestFinished(async () => void (await server.end('SIGKILL')));
    return server;
  };
}

async function metric({ url }: ServerProcess, name: string) {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  const text = await (await fetch(`${url}/metrics`, { headers })).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')
      .at(-1),
  );
}

const readiness = async ({ url }: ServerProcess) => {
  const response = await fetch(`${url}/readyz?exclude=jobs`);
  return [response.status, await response.json()];
};

test('a process warns of settings that differ on one database and stays ready; with another MODE it does not start', {
  ...needsPostgres(),
  timeout: TIMEOUT,
}, async () => {
  await useOwnServer();
  const start = await startingOnOneDatabase();
  const first = await start({ RECORD_DAYS: '30' });
  expect(await readiness(first)).toMatchObject([200, { warnings: {} }]);
  await expect(start({ MODE: 'test' })).rejects.toThrow(
    /could not start: MODE=test cannot use this database, whose processes have MODE=demonstration/,
  );

  const second = await start({ RECORD_DAYS: '60', STOP_SECONDS: '5' });
  expect(second.output()).toMatch(
    /RECORD_DAYS=60, but the process that started last has RECORD_DAYS=30/,
  );
  expect(second.output()).not.toContain('STOP_SECONDS');
  const settings = 'RECORD_DAYS=30, but the process that started last has RECORD_DAYS=60';
  await expect
    .poll(() => readiness(first))
    .toMatchObject([200, { status: 'ready', warnings: { settings } }]);
  await expect.poll(() => first.output()).toContain(`Warning: settings: ${settings}`);
  expect(await metric(first, 'portal_check{check="settings"}')).toBe(1);
  expect(await metric(second, 'portal_check{check="settings"}')).toBe(0);
});

/** NODE_OPTIONS that set the clock of a process ahead by `seconds`. */
const late = (seconds: number) =>
  `--import=data:text/javascript,${encodeURIComponent(`const now=Date.now;Date.now=()=>now()+${seconds * 1000}`)}`;

test('a process warns if its clock differs from the database’s, and is not ready if by more than a minute', {
  ...needsPostgres(),
  timeout: TIMEOUT,
}, async () => {
  await useOwnServer();
  const start = await startingOnOneDatabase();
  const slow = await start({ NODE_OPTIONS: late(-20) });
  expect(await readiness(slow)).toMatchObject([
    200,
    {
      warnings: { clock: expect.stringMatching(/^the clock of this machine is (19|20) s behind/) },
    },
  ]);
  expect(await metric(slow, 'portal_clock_offset_seconds')).toBeCloseTo(-20, 0);
  expect(slow.output()).toMatch(/Warning: clock: /);

  const off = await start({ NODE_OPTIONS: late(7200) });
  expect(await readiness(off)).toMatchObject([
    503,
    {
      notReady: ['clock'],
      reasons: { clock: expect.stringMatching(/^the clock .* is 7200 s ahead of the database's$/) },
    },
  ]);
  expect(off.output()).toMatch(/Not ready: clock: the clock .* 7200 s ahead/);
  expect(await metric(off, 'portal_check{check="clock"}')).toBe(2);
});
