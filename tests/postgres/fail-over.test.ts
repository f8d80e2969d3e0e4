import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { randomSource } from '#lib/statechart/paths/random-source.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { needsPostgres } from '#tests/needs.ts';
import { startSmtpPeer } from '#tests/server/platform/mail/smtp-peer.ts';
import { checkAcknowledged, checkMails, checkStore } from '../kill/check.ts';
import { type Load, loadUntil, shareAgain, work } from '../kill/clients.ts';
import { Ledger } from '../kill/ledger.ts';
import { signedIn } from '../kill/people.ts';
import { outboxEmpty } from '../kill/rounds.ts';
import { startTcpProxy } from '../s3/tcp-proxy.ts';
import { ServerFault } from '../server/over-http.ts';
import { type ServerProcess, startServer } from '../server-process.ts';
import { type Cluster, startCluster, startStandby } from './private-cluster.ts';

/** Clients of each process. */
const CLIENTS = 6;
/** Acknowledged writes of each process before and after the primary is killed. */
const ENOUGH = 20;
/** Maximum time of rejected calls, in ms: far more than the programs need. */
const TIMEOUT_MS = 15_000;

/** Switches the primary to synchronous replication. */
async function synchronize({ url }: Cluster): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query("alter system set synchronous_standby_names = '*'");
  await client.query('select pg_reload_conf()');
  const isSynchronous = async () =>
    (await client.query("select from pg_stat_replication where sync_state = 'sync'")).rowCount;
  await expect.poll(isSynchronous).toBe(1);
  await client.end();
}

/** Works until stopped; retries calls that fail while the database is unavailable. */
async function insist(load: Load, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    try {
      await work(load);
    } catch (error) {
      if (!(error instanceof ServerFault && error.status === 503)) throw error;
      // The call may have succeeded all the same.
      load.ledger.cutOff++;
      await pause(50);
    }
  }
}

test(
  'the standby has all acknowledged writes after the primary is killed under load',
  needsPostgres(),
  async () => {
    const primary = await startCluster();
    onTestFinished(() => primary.remove());
    const standby = await startStandby(primary);
    onTestFinished(() => standby.remove());
    await synchronize(primary);
    // The address that is moved to the standby.
    const proxy = await startTcpProxy(primary.port);
    onTestFinished(() => proxy.stop());
    const { port } = new URL(proxy.endpoint);
    const peer = await startSmtpPeer();
    onTestFinished(() => peer.close());
    const dataDir = await mkdtemp(join(tmpdir(), 'fail-over-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const databaseUrl = primary.url.replace(String(primary.port), port);
    const env = {
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      SMTP_URL: peer.url,
      SECRET: 'a secret that outlives every server',
      AUDIT_KEY: 'key of the chain that outlives every server: no secret',
    };
    const servers: ServerProcess[] = [];
    onTestFinished(() =>
      Promise.all(servers.map((server) => server.end('SIGKILL'))).then(() => {}),
    );
    const first = await startServer(env);
    servers.push(first, await startServer(env));
    const people = await signedIn(first.url, peer, { dataDir, databaseUrl });
    const stopping = new AbortController();
    const loads = servers.map(({ url }) => loadUntil(stopping.signal, () => url, people));
    const clients = Promise.all(
      loads.flatMap((load) => Array.from({ length: CLIENTS }, () => insist(load, stopping.signal))),
    );
    clients.catch(() => {});
    const more = async (writes: number) => {
      const goals = loads.map(({ ledger }) => ledger.acknowledged + writes);
      while (loads.some(({ ledger }, index) => ledger.acknowledged < (goals[index] ?? 0)))
        await Promise.race([pause(20), clients]);
    };
    await more(ENOUGH);
    const killed = performance.now();
    await primary.kill();
    await standby.promote();
    proxy.redirect(standby.port);
    await more(1);
    expect(performance.now() - killed).toBeLessThan(TIMEOUT_MS);
    await more(ENOUGH);
    stopping.abort();
    await clients;
    expect(servers.map((server) => server.hasEnded())).toEqual([false, false]);

    const all = new Ledger();
    for (const { ledger } of loads) all.add(ledger);
    await checkAcknowledged(first.url, all, people.owners);
    await shareAgain({ url: first.url, ledger: all, random: randomSource(1), ...people });
    const store = openStore({ dataDir, databaseUrl });
    await outboxEmpty(store);
    await checkStore(store, all);
    await checkMails(
      store,
      peer.received.map(({ messageId }) => messageId),
    );
    await store.close();
  },
);
