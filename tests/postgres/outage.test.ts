import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { needsPostgres } from '#tests/needs.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { type Cluster, startCluster } from './private-cluster.ts';

const CLIENTS = 24;
const METRICS_TOKEN = 'of Prometheus: 0123456789 abcdefgh';

let cluster: Cluster;
let folder: string;
let servers: ServerProcess[];

beforeAll(async () => {
  cluster = await startCluster();
  folder = await mkdtemp(join(tmpdir(), 'outage-'));
  // The default of 11 s would only slow the test down.
  const env = {
    DATA_DIR: folder,
    DATABASE_URL: `${cluster.url}?query_timeout=2000`,
    METRICS_TOKEN,
  };
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
  startedAt: number;
}

/** Requests codes repeatedly: consecutive writing transactions. */
function startLoad() {
  const observed: Observed[] = [];
  const stopping = new AbortController();
  const ask = async (url: string, email: string) => {
    const startedAt = performance.now();
    const response = await fetch(url + endpoints.sendCaptcha.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, privacyAccepted: true }),
    });
    const { code, message } = (await response.json()) as { code: number; message: string };
    const retryAfter = response.headers.get('retry-after');
    observed.push({ url, status: response.status, code, message, retryAfter, startedAt });
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
const POLL = { timeout: 60_000, interval: 20 };

/** Clients call both processes before, during and after an outage. */
async function outageIsSurvived(begin: () => Promise<void>, end: () => Promise<void>) {
  const load = startLoad();
  const each = (since: number, is: (one: Observed) => boolean) =>
    servers.every(({ url }) =>
      load.observed.some((one) => one.url === url && one.startedAt >= since && is(one)),
    );
  await expect.poll(() => each(0, answered), POLL).toBe(true);
  await begin();
  const gone = performance.now();
  await expect.poll(() => each(gone, ({ status }) => status === 503), POLL).toBe(true);
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
  for (const { url } of servers)
    expect(await (await fetch(`${url}/metrics`, { headers })).text()).toContain(
      'portal_check{check="database"} 2',
    );
  await end();
  const back = performance.now();
  await expect.poll(() => each(back, answered), POLL).toBe(true);
  await load.end();
  expect(servers.map((server) => server.hasEnded())).toEqual([false, false]);
  for (const { status, code, message, retryAfter } of load.observed.filter(
    (one) => !answered(one),
  )) {
    expect([status, code]).toEqual([503, codes.unavailable]);
    expect(Number(retryAfter)).toBeGreaterThan(0);
    expect(message).toMatch(/try again in a few seconds/);
  }
}

test.each([
  ['stopped', () => cluster.stop(), () => cluster.start()],
  ['unresponsive', () => cluster.freeze(), () => cluster.thaw()],
])(
  'calls get 503 while PostgreSQL is %s, and succeed afterwards',
  needsPostgres(),
  (_, ...outage) => outageIsSurvived(...outage),
);

test(
  'without settings, no call waits longer than 15 s for a frozen PostgreSQL',
  needsPostgres(),
  async () => {
    const server = await startServer({ DATA_DIR: folder, DATABASE_URL: cluster.url });
    onTestFinished(async () => void (await server.end('SIGKILL')));
    const ask = async (_: unknown, index: number) => {
      const startedAt = performance.now();
      const response = await fetch(server.url + endpoints.sendCaptcha.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: `frozen-${index}@example.eu`, privacyAccepted: true }),
      });
      return [response.status, performance.now() - startedAt] as const;
    };
    expect((await ask(null, CLIENTS))[0]).toBe(200);
    await cluster.freeze();
    onTestFinished(() => cluster.thaw());
    // More calls than connections.
    const answers = await Promise.all(Array.from({ length: CLIENTS }, ask));
    expect(answers.map(([status]) => status)).toEqual(answers.map(() => 503));
    expect(Math.max(...answers.map(([, duration]) => duration))).toBeLessThan(15_000);
  },
);
