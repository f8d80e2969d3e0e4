import { setTimeout as pause } from 'node:timers/promises';
import { randomSource } from '#lib/statechart/paths/random-source.ts';
import { nextDue } from '#server/platform/jobs/lease.ts';
import type { Store } from '#server/platform/store/database.ts';
import { openStore } from '#server/platform/store/open-store.ts';
import { startSmtpPeer } from '#tests/server/platform/jobs/smtp-peer.ts';
import { startSwift } from '../s3/swift.ts';
import { freshLocation } from '../server/fresh-location.ts';
import { startServer } from '../server-process.ts';
import { checkAcknowledged, checkMails, checkStore } from './check.ts';
import { type Load, work } from './clients.ts';
import { Ledger } from './ledger.ts';
import { signedIn } from './people.ts';

const CLIENTS = 6;

/** Figures of a run of the kill test, which throws at the first fault. */
export interface KillFigures {
  rounds: number;
  acknowledged: number;
  cutOff: number;
  applications: number;
  files: number;
  mails: number;
  /** Messages that the peer got more than once, under the same id. */
  repeated: number;
}

/**
 * Kills the server, round after round, while clients upload, file and decide; looks after each
 * restart at what was acknowledged, and at the end at what arrived by mail. On PostgreSQL where
 * `DATABASE_URL` names a server; with the files in a bucket where that is asked for.
 */
export async function runKillTest(
  { rounds, seed, inBucket = false }: { rounds: number; seed: number; inBucket?: boolean },
  tell: (line: string) => void = () => {},
): Promise<KillFigures> {
  const location = await freshLocation();
  const peer = await startSmtpPeer();
  const swift = inBucket ? await startSwift() : null;
  const env = {
    DATA_DIR: location.dataDir,
    SMTP_URL: peer.url,
    SECRET: 'a secret that outlives every kill of it',
    AUDIT_KEY: 'key of the chain that outlives every kill: no secret',
    ...(location.databaseUrl && { DATABASE_URL: location.databaseUrl }),
    ...(await swift?.settingsOf()),
  };
  const random = randomSource(seed);
  const ledger = new Ledger();
  let server = await startServer(env);
  try {
    const people = await signedIn(server.url, peer, location);
    for (let round = 1; round <= rounds; round++) {
      const load: Load = { url: server.url, ledger, random, ...people };
      const clients = Promise.all(Array.from({ length: CLIENTS }, () => work(load)));
      // A client that found something wrong is heard below.
      clients.catch(() => {});
      // When it is killed, once it has begun to work, is the experiment.
      await Promise.race([acknowledgedMore(ledger), clients]);
      await pause(random() * 700);
      await server.end('SIGKILL');
      await clients;
      server = await startServer(env);
      await checkAcknowledged(server.url, ledger, people.owners);
      tell(`round ${round}: ${ledger.acknowledged} acknowledged, ${ledger.cutOff} cut off`);
    }
    const store = openStore(location);
    await outboxEmpty(store);
    await checkStore(store, ledger);
    const ids = peer.received.map(({ messageId }) => messageId);
    const repeated = await checkMails(store, ids);
    await store.close();
    return {
      rounds,
      acknowledged: ledger.acknowledged,
      cutOff: ledger.cutOff,
      applications: ledger.filings.size,
      files: ledger.uploads.size,
      mails: new Set(ids).size,
      repeated,
    };
  } finally {
    await server.end('SIGKILL');
    await peer.close();
    await swift?.stop();
    await location.remove();
  }
}

async function acknowledgedMore(ledger: Ledger): Promise<void> {
  const before = ledger.acknowledged;
  while (ledger.acknowledged === before) await pause(5);
}

/** Waits until no mail and no report is pending. A killed process's jobs are leased for a while. */
export async function outboxEmpty(store: Store): Promise<void> {
  const expected = async () =>
    (await nextDue(store, 'mail')) !== null || (await nextDue(store, 'report')) !== null;
  while (await expected()) await pause(100);
}
