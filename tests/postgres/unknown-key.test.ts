import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { cookieNames } from '#contract/limits.ts';
import { verifyChains } from '#server/desk/audit/verify.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { needsPostgres } from '#tests/needs.ts';
import { startSmtpPeer } from '#tests/server/platform/mail/smtp-peer.ts';
import { checkAcknowledged, checkStore } from '../kill/check.ts';
import { type Load, loadUntil, work } from '../kill/clients.ts';
import { eventually } from '../kill/eventually.ts';
import { Ledger } from '../kill/ledger.ts';
import { codeTo, signedIn } from '../kill/people.ts';
import { freshLocation } from '../server/fresh-location.ts';
import { callOverHttp as call, ServerFault } from '../server/over-http.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { useOwnServer } from './own-server.ts';

/** Six starts on a machine that runs all other tests, in ms. */
const TIMEOUT = 300_000;

/** Clients of each process that file and decide, and that sign in. */
const CLIENTS = 3;
/** Acknowledged writes and sign-ins between two changes. */
const ENOUGH = 12;

const keysOf = (age: string) => ({
  SECRET: `the ${age} key of this test: no secret`,
  AUDIT_KEY: `the ${age} key of the chain of this test: no secret`,
});

test('while one process uses a new AUDIT_KEY or SECRET, the others return 503 for calls that need it, and no other call fails', {
  ...needsPostgres(),
  timeout: TIMEOUT,
}, async () => {
  await useOwnServer();
  const location = await freshLocation();
  const { dataDir, databaseUrl = '' } = location;
  onTestFinished(() => location.remove());
  const peer = await startSmtpPeer();
  onTestFinished(() => peer.close());
  const started: ServerProcess[] = [];
  onTestFinished(async () => {
    await Promise.all(started.map((server) => server.end('SIGKILL')));
  });
  const [old, young] = [keysOf('old'), keysOf('new')];
  const keys = { ...old };
  const start = async () => {
    const place = { DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SMTP_URL: peer.url };
    const server = await startServer({ ...place, ...keys });
    started.push(server);
    return server;
  };
  const running = [await start(), await start()];
  const people = await signedIn(running[0]?.url ?? '', peer, location);
  const faults = new Set<string>();
  const stopping = new AbortController();
  const signIns = { done: 0, rejected: 0 };
  const urlOf = (index: number) => (running[index % 2] as ServerProcess).url;

  /**
   * Works until stopped. Responses of 503 and ended processes are retried; everything else is an
   * error.
   */
  const insist = async (work: () => Promise<unknown>) => {
    while (!stopping.signal.aborted) {
      await work().catch((error) => {
        const isAway = error instanceof TypeError || error instanceof SyntaxError;
        const isRejected = error instanceof ServerFault && error.status === 503;
        if (!isAway && !isRejected) faults.add(String(error));
      });
      await pause(20);
    }
  };
  const loads = running.map((_, index) => loadUntil(stopping.signal, () => urlOf(index), people));
  const filing = (load: Load) =>
    insist(async () => {
      try {
        await work(load);
      } catch (error) {
        load.ledger.cutOff++;
        throw error;
      }
    });
  let visitors = 0;
  const visiting = () =>
    insist(async () => {
      const visitor = visitors++;
      const email = `visitor-${visitor}@example.eu`;
      // Clients may reject the browser's cookie.
      const cookie = visitor % 2 ? `${cookieNames.session}=${visitor}` : '';
      try {
        const asked = { email, privacyAccepted: true };
        await call(urlOf(visitor), 'sendCaptcha', asked, undefined, cookie);
        const code = await codeTo(peer, email);
        // One process mails the code, the other one receives it.
        const given = { email, code };
        const answer = await call(urlOf(visitor + 1), 'login', given, undefined, cookie);
        if (answer.code !== 200) throw new Error(`A code was refused: ${answer.message}`);
        signIns.done++;
      } catch (error) {
        signIns.rejected++;
        throw error;
      }
    });
  const clients = Promise.all(
    loads.flatMap((load) =>
      Array.from({ length: CLIENTS }, () => Promise.all([filing(load), visiting()])),
    ),
  );
  const written = () => loads.map(({ ledger }) => ledger.acknowledged);
  const more = async (who: number[]) => {
    const goals = written().map((count, index) => (who.includes(index) ? count + ENOUGH : 0));
    await eventually(
      'both processes work',
      () => faults.size > 0 || written().every((count, index) => count >= (goals[index] ?? 0)),
    );
    expect([...faults]).toEqual([]);
  };
  await more([0, 1]);

  for (const setting of ['AUDIT_KEY', 'SECRET'] as const) {
    const [behind, ahead] = running as [ServerProcess, ServerProcess];
    await ahead.end('SIGTERM');
    keys[setting] = `${young[setting]},${old[setting]}`;
    const renewed = await start();
    running[1] = renewed;
    // A process can lack the new key only once it is in use.
    await more([1]);
    const unready = await fetch(`${behind.url}/readyz`);
    expect([unready.status, await unready.json()]).toMatchObject([
      503,
      {
        notReady: ['keys'],
        reasons: { keys: expect.stringContaining(`${setting} lacks the key`) },
      },
    ]);
    expect((await fetch(`${renewed.url}/readyz`)).status).toBe(200);
    const email = `${setting.toLowerCase()}@example.eu`;
    await call(renewed.url, 'sendCaptcha', { email, privacyAccepted: true });
    // A wrong code is sealed in the log.
    const refused = await fetch(behind.url + endpoints.login.path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, code: '000000' }),
    });
    expect.soft([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(behind.output()).toMatch(new RegExp(`${setting} lacks the \\w+ [0-9a-f]{16}, which`));
    // Signed-in users keep reading, unless their sessions were signed with the new secret.
    const list = call(behind.url, 'history', { page: 1, pageSize: 20 }, people.owners[0]?.token);
    if (setting === 'SECRET') await expect(list).rejects.toThrow('history answered 503');
    else expect((await list).code).toBe(200);

    await behind.end('SIGTERM');
    running[0] = await start();
    const before = { ...signIns };
    await more([0, 1]);
    await eventually('people sign in again', () => signIns.done >= before.done + ENOUGH);
    expect((await fetch(`${running[0].url}/readyz?exclude=jobs`)).status).toBe(200);
  }
  stopping.abort();
  await clients;
  expect([...faults]).toEqual([]);

  const all = new Ledger();
  for (const { ledger } of loads) all.add(ledger);
  await checkAcknowledged(running[0]?.url ?? '', all, people.owners);
  const store = openStore(location);
  await checkStore(store, all);
  const config = readConfig({ DATA_DIR: dataDir, AUDIT_KEY: keys.AUDIT_KEY });
  const { broken } = await verifyChains({ store, config });
  await store.close();
  // The test added the owners' vehicles and their links without the portal.
  expect(broken.filter((place) => !/^vehicle(_link)? /.test(place))).toEqual([]);
  expect(broken).toHaveLength(4);
});
