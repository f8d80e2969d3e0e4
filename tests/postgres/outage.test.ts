import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { needsPostgres } from '#tests/needs.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { type Cluster, startCluster } from './private-cluster.ts';

/** Longest that a call waits, and that work rests once the database is back, in ms. */
const PATIENCE = 5000;
const CLIENTS = 24;

let cluster: Cluster;
let folder: string;
let servers: ServerProcess[];

beforeAll(async () => {
  cluster = await startCluster();
  folder = await mkdtemp(join(tmpdir(), 'outage-'));
  const env = { DATA_DIR: folder, DATABASE_URL: cluster.url };
  servers = [await startServer(env), await startServer(env)];
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGKILL')));
  await cluster.remove();
  await rm(folder, { recursive: true });
});

interface Observed {
  url: string;
  status: number;
  code: number;
  message: string;
  retryAfter: string | null;
  begun: number;
  ended: number;
}

/** Asks for codes again and again: transactions that write, one after the other. */
function startLoad() {
  const observed: Observed[] = [];
  const stopping = new AbortController();
  const ask = async (url: string, email: string) => {
    const begun = performance.now();
    const response = await fetch(url + endpoints.sendCaptcha.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, privacyAccepted: true }),
    });
    const { code, message } = (await response.json()) as { code: number; message: string };
    const retryAfter = response.headers.get('retry-after');
    const ended = performance.now();
    observed.push({ url, status: response.status, code, message, retryAfter, begun, ended });
  };
  const clients = Array.from({ length: CLIENTS }, async (_, index) => {
    const { url } = servers[index % servers.length] as ServerProcess;
    for (let round = 0; !stopping.signal.aborted; round++)
      await ask(url, `client-${index}-${round % 3}@example.eu`).catch(() => stopping.abort());
  });
  return {
    observed,
    async end() {
      stopping.abort();
      await Promise.all(clients);
    },
  };
}

const answered = ({ status }: Observed) => status < 500;

/** Clients call both processes before, during and after an outage. */
async function outageIsSurvived(outage: () => Promise<void>): Promise<void> {
  const load = startLoad();
  const works = (since: number) =>
    servers.every(({ url }) =>
      load.observed.some((one) => one.url === url && one.begun >= since && answered(one)),
    );
  await expect.poll(() => works(0)).toBe(true);
  await outage();
  const back = performance.now();
  await expect.poll(() => works(back), { interval: 20 }).toBe(true);
  await load.end();
  expect(servers.map((server) => server.hasEnded())).toEqual([false, false]);
  for (const url of servers.map((server) => server.url)) {
    const first = load.observed.find(
      (one) => one.url === url && one.begun >= back && answered(one),
    );
    expect((first as Observed).ended - back).toBeLessThan(PATIENCE);
  }
  for (const one of load.observed) expect(one.ended - one.begun).toBeLessThan(PATIENCE);
  const failed = load.observed.filter((one) => !answered(one));
  expect(failed.length).toBeGreaterThan(0);
  for (const { status, code, message, retryAfter } of failed) {
    expect([status, code, retryAfter]).toEqual([503, codes.unavailable, '5']);
    expect(message).toMatch(/try again in a few seconds/);
  }
}

test('a restart of the database under load ends no process', needsPostgres(), () =>
  outageIsSurvived(() => cluster.restart()),
);

test('a database that is away for a while is waited for by nobody', needsPostgres(), () =>
  outageIsSurvived(async () => {
    await cluster.stop();
    await pause(3000);
    await cluster.start();
  }),
);

test('a database that falls silent is waited for by nobody', needsPostgres(), () =>
  outageIsSurvived(async () => {
    await cluster.freeze();
    await pause(10_000);
    await cluster.thaw();
  }),
);
