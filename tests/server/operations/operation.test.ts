import fs, { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { checkInstallation } from '#server/applications/reports/installation.ts';
import { enqueue } from '#server/platform/jobs/queue.ts';
import { startMailer } from '#server/platform/mail/send.ts';
import { skipUnless } from '#tests/needs.ts';
import { portalOfTest } from '#tests/server/portal-of.ts';
import { generateDue } from '#tests/server/run-due.ts';
import { startSeededPortal } from '#tests/server/seeded-portal.ts';
import { inFolder } from '#tests/server/stored.ts';

const TOKEN = 'of Prometheus: 0123456789 abcdefgh';
const portal = portalOfTest(async () => {
  const started = await startSeededPortal(inFolder);
  started.services.config.METRICS_TOKEN = TOKEN;
  await checkInstallation(started.services.store, started.services.config);
  return started;
});

const get = (url: string, headers = {}) => portal.app.inject({ url, headers });

async function metrics(): Promise<Map<string, number>> {
  const { statusCode, payload } = await get('/metrics', { authorization: `Bearer ${TOKEN}` });
  expect(statusCode).toBe(200);
  const lines = payload.split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]),
  );
}

test('/livez responds; /readyz has no warnings, and fails if the storage folder is empty, as with an unmounted disk', async () => {
  const alive = await get('/livez');
  expect([alive.statusCode, alive.json()]).toEqual([200, { status: 'alive' }]);
  const ready = await get('/readyz');
  expect([ready.statusCode, ready.json()]).toEqual([
    200,
    { status: 'ready', notReady: [], reasons: {}, warnings: {} },
  ]);
  const { config } = portal.services;
  const folder = config.DATA_DIR;
  config.DATA_DIR = await mkdtemp(join(tmpdir(), 'unmounted-'));
  await expect
    .poll(async () => (await get('/readyz')).json())
    .toMatchObject({ notReady: ['storage'] });
  await rm(config.DATA_DIR, { recursive: true });
  config.DATA_DIR = folder;
});

test(
  'a process with a full disk stays ready, because reads succeed',
  skipUnless(process.platform === 'linux', 'needs Linux'),
  async () => {
    const { writeFile } = fs;
    vi.spyOn(fs, 'writeFile').mockImplementation((_path, data) => writeFile('/dev/full', data));
    syncBuiltinESMExports();
    onTestFinished(() => {
      vi.restoreAllMocks();
      syncBuiltinESMExports();
    });
    const response = await get('/readyz?exclude=jobs');
    expect(response.json()).toMatchObject({
      status: 'ready',
      warnings: { storage: expect.stringContaining('ENOSPC') },
    });
    expect(response.statusCode).toBe(200);
  },
);

test('/readyz names all failing checks that the probe does not exclude', async () => {
  const { services, clock } = portal;
  const { config, store } = services;
  await store.transact((trx) =>
    enqueue(trx, { kind: 'report', subject: 'none', runAt: services.now() }),
  );
  clock.advance(121_000);
  await store.db.deleteFrom('kysely_migration' as 'job').execute();
  const folder = config.DATA_DIR;
  // A file in the place of the folder, and no mail server.
  Object.assign(config, { DATA_DIR: `${folder}/file`, SMTP_URL: 'smtp://127.0.0.1:1' });
  await writeFile(config.DATA_DIR, '');
  const failing = ['migrations', 'storage', 'jobs', 'mail'];
  const refused = await get('/readyz');
  expect(refused.statusCode).toBe(503);
  expect(refused.json().notReady.toSorted()).toEqual(failing.toSorted());
  expect(refused.json().reasons).toMatchObject({
    migrations: expect.stringContaining('2026-11-26-1-baseline, '),
    storage: expect.stringContaining(config.DATA_DIR),
    jobs: 'no process works on: mail, report',
    mail: 'connect ECONNREFUSED 127.0.0.1:1',
  });
  const probe = `/readyz?${failing.map((name) => `exclude=${name}`).join('&')}`;
  expect((await get(probe)).statusCode).toBe(200);
  await rm(config.DATA_DIR);
  config.DATA_DIR = folder;
});

test('metrics require the token, and do not exist without one', async () => {
  expect((await get('/metrics')).statusCode).toBe(401);
  expect((await get('/metrics', { authorization: `Bearer ${TOKEN}.` })).statusCode).toBe(401);
  await metrics();
  delete portal.services.config.METRICS_TOKEN;
  expect((await get('/metrics', { authorization: `Bearer ${TOKEN}` })).statusCode).toBe(404);
});

test('errors that raise an alert are counted from 0, so that Prometheus sees the first increase', async () => {
  const rules = await read('alerts.yml');
  const series = Array.from(
    rules.matchAll(/portal_refusals_total\{code="\d+"\}/g),
    ([name]) => name,
  );
  expect(series.length).toBeGreaterThan(0);
  const first = await metrics();
  for (const name of series) expect(first.get(name), name).toBe(0);
});

test('metrics cover calls, errors, journeys, the queue and connections, without personal data', async () => {
  const { call, tokens, services } = portal;
  services.config.CODES_PER_ADDRESS = 1;
  services.config.AUDIT_HEADS_FILE = join(services.config.DATA_DIR, 'heads.jsonl');
  await call('sendCaptcha', { email: 'guest@example.eu', privacyAccepted: true });
  await call('sendCaptcha', { email: 'guest@example.eu', privacyAccepted: true });
  portal.clock.advance(60_000);
  await call('sendCaptcha', { email: 'guest@example.eu', privacyAccepted: true });
  const before = await metrics();
  expect(before.get('portal_jobs{kind="mail",state="due"}')).toBeGreaterThan(0);
  portal.clock.advance(2000);
  expect((await metrics()).get('portal_job_age_seconds{kind="mail"}')).toBeGreaterThanOrEqual(2);
  const mailer = startMailer(services);
  await expect
    .poll(async () => (await metrics()).get('portal_jobs{kind="mail",state="due"}') ?? 0)
    .toBe(0);
  await mailer.stop();
  const { number } = await portal.applicationAt('approved');
  await generateDue(services);
  const after = await metrics();
  const journey = (name: string) =>
    after.get(`portal_journey_duration_seconds_count{journey="${name}"}`);
  expect(journey('code_mail')).toBeGreaterThan(0);
  expect(journey('filing')).toBeGreaterThan(0);
  expect(journey('decision')).toBeGreaterThan(0);
  expect(journey('report')).toBe(1);
  expect(after.get('portal_refusals_total{code="429"}')).toBe(1);
  const limited = 'portal_refusals_total{code="42901",limit="codesOfAddressByNetwork"}';
  expect(after.get(limited)).toBe(1);
  expect(after.get('portal_database_connections{state="waiting"}')).toBe(0);
  const all = [...after.keys()].join('\n');
  // The runbook uses existing metrics.
  const runbook = await readFile('src/docs/operate.md', 'utf8');
  const asked = runbook.match(/\bportal_\w+/g) ?? [];
  expect(asked.length).toBeGreaterThan(8);
  for (const name of asked) expect(all).toMatch(new RegExp(`^${name}({|$)`, 'm'));
  for (const one of ['guest@', number, tokens.owner]) expect(all).not.toContain(one);
});

const read = (name: string) => readFile(`src/docs/${name}`, 'utf8');

test('each alert rule has a section in operate.md with the same expression', async () => {
  const rules = (await read('alerts.yml')).matchAll(
    /alert: (\w+)\n\s+expr: '(.+)'(?:\n\s+for: \w+)?\n\s+annotations: \{ summary: (.+) \}/g,
  );
  const runbook = await read('operate.md');
  const named = [...rules].map(([, name, expression, page]) => ({ name, expression, page }));
  expect(named).toHaveLength([...(await read('alerts.yml')).matchAll(/alert:/g)].length);
  for (const { expression, page } of named)
    expect(runbook).toContain(`## ${page}\n\n\`${expression}\``);
  const pages = [...runbook.matchAll(/^## .+\n\n`(?!\/)[^`]+`/gm)];
  expect(pages).toHaveLength(named.length);
  // promtool expects each rule to fire.
  const tested = await read('alerts.test.yml');
  for (const { name } of named) expect(tested).toContain(`alertname="${name}"`);
});
