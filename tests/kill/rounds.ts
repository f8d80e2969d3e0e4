import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { randomSource } from '#lib/statechart/paths/random-source.ts';
import type { Store } from '#server/platform/database/database.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { nextDue } from '#server/platform/jobs/lease.ts';
import { type SmtpPeer, startSmtpPeer } from '#tests/server/platform/mail/smtp-peer.ts';
import { runPortal } from '#tools/portal.ts';
import { startSwift } from '../s3/swift.ts';
import { freshLocation, type Location } from '../server/fresh-location.ts';
import { startServer } from '../server-process.ts';
import { checkAcknowledged, checkMails, checkStore, noteMails } from './check.ts';
import { fileAndEnd, type Load, shareAgain, work } from './clients.ts';
import { Drives } from './drives.ts';
import { eventually } from './eventually.ts';
import { Ledger } from './ledger.ts';
import { signedIn, visit } from './people.ts';
import { checkReplays, outdateReplays } from './replays.ts';
import {
  ageFiles,
  checkErased,
  checkErasedFiles,
  JUMP,
  putDatabaseAhead,
  retentionOver,
  roundsToJump,
  settingsAhead,
} from './retention.ts';

const CLIENTS = 6;

/** Figures of a run, which throws at the first fault. */
export interface KillFigures {
  rounds: number;
  acknowledged: number;
  cutOff: number;
  applications: number;
  files: number;
  /** Applications erased after their retention period. */
  erased: number;
  /** Applications ended by a deadline. */
  lapsed: number;
  /** Events that withheld, suspended or resumed sharing. */
  keptBack: number;
  /** Histories replayed at the end, after interrupted replays. */
  replayed: number;
  /** Files imported by processes that were killed as well. */
  imports: number;
  mails: number;
  /** Messages that arrived repeatedly, with the same Message-ID. */
  repeated: number;
}

/** Settings of a server that is killed and restarted. */
export const settingsAt = ({ dataDir, databaseUrl }: Location, peer: SmtpPeer) => ({
  DATA_DIR: dataDir,
  SMTP_URL: peer.url,
  SECRET: 'a secret that outlives every kill of it',
  AUDIT_KEY: 'key of the chain that outlives every kill: no secret',
  ...(databaseUrl && { DATABASE_URL: databaseUrl }),
});

/**
 * Kills the server repeatedly while clients upload, file and decide, a drive is imported and
 * histories are replayed. Checks acknowledged writes after each restart, and mails at the end.
 * Every few rounds the clock advances, so that deadlines pass and old data are erased, also from
 * the backup. On PostgreSQL if `DATABASE_URL` names a server; optionally with the files in a
 * bucket, whose clock advances as well.
 */
export async function runKillTest(
  { rounds, seed, inBucket = false }: { rounds: number; seed: number; inBucket?: boolean },
  log: (line: string) => void = () => {},
): Promise<KillFigures> {
  const location = await freshLocation();
  const peer = await startSmtpPeer();
  const swift = inBucket ? await startSwift() : null;
  const settings = {
    ...settingsAt(location, peer),
    AUTHORITY_MAILBOX: 'authority@example.eu',
    ...(await swift?.settingsOf()),
  };
  const backup = `${location.dataDir}-backup`;
  // PostgreSQL and buckets are backed up with their own tools.
  const isBackedUp = !location.databaseUrl && !inBucket;
  const random = randomSource(seed);
  const ledger = new Ledger();
  const drives = new Drives(location.dataDir);
  let ahead = 0;
  const env = () => ({ ...settings, ...settingsAhead(ahead) });
  const atStore = async <T>(work: (store: Store) => Promise<T>) => {
    const store = openStore(location);
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  };
  let server = await startServer(env());
  try {
    const people = await signedIn(server.url, peer, location);
    const loaded = (): Load => ({ url: server.url, ledger, random, ahead, ...people });
    const check = () => checkAcknowledged(server.url, ledger, people.owners, Date.now() + ahead);
    const putForward = async () => {
      await visit(server.url, peer, `guest-${ahead / JUMP}@example.eu`);
      // Ensures that something is old enough to be erased.
      await fileAndEnd(loaded());
      // Suspended applications would wait indefinitely.
      await shareAgain(loaded());
      await check();
      // Mails that are days old are given up; no kill lasts that long.
      await atStore(outboxEmpty);
      await atStore((store) => noteMails(store, ledger));
      if (isBackedUp) await backUp(settings, backup);
      await server.end('SIGKILL');
      ahead += JUMP;
      await swift?.putAhead(ahead);
      await ageFiles(location.dataDir);
      await atStore((store) => putDatabaseAhead(store, ahead));
      server = await startServer(env());
    };
    for (let round = 1; round <= rounds; round++) {
      const load = loaded();
      const drive = await drives.begin(env());
      const clients = Promise.all(Array.from({ length: CLIENTS }, () => work(load)));
      // Errors of clients are thrown below.
      clients.catch(() => {});
      // The random part is when the server is killed.
      await Promise.race([acknowledgedMore(ledger), clients]);
      await pause(random() * 2000);
      drive.kill('SIGKILL');
      await server.end('SIGKILL');
      await clients;
      if (round % 2 === 0) await atStore(outdateReplays);
      server = await startServer(env());
      await drives.goOn(env());
      await check();
      if (round % roundsToJump(rounds) === 0 && round < rounds) await putForward();
      log(
        `round ${round}: ${ledger.acknowledged} acknowledged, ${ledger.cutOff} cut off, ${ledger.erased.size} erased`,
      );
    }
    const store = openStore(location);
    // The first advance moves files that a kill left over to the trash, the second deletes them.
    for (let advance = 1; advance <= 2; advance++) {
      await putForward();
      await retentionOver(store, { ledger, at: Date.now() + ahead });
    }
    await check();
    await shareAgain(loaded());
    await outboxEmpty(store);
    await checkStore(store, ledger);
    await checkErased(store, ledger);
    if (isBackedUp) await backUp(settings, backup);
    await checkErasedFiles(isBackedUp ? [settings, { DATA_DIR: backup }] : [settings], ledger);
    // Deadlines write mails as well.
    await outboxEmpty(store);
    const ids = peer.received.map(({ messageId }) => messageId);
    const repeated = await checkMails(store, ids, ledger);
    await drives.check(env());
    const replayed = await checkReplays(store);
    await store.close();
    return {
      rounds,
      acknowledged: ledger.acknowledged,
      cutOff: ledger.cutOff,
      applications: ledger.filings.size + ledger.erased.size,
      files: ledger.uploads.size + ledger.erasedFiles.size,
      erased: ledger.erased.size,
      lapsed: ledger.lapsed.size,
      keptBack: ledger.keptBack,
      replayed,
      imports: drives.count,
      mails: new Set(ids).size,
      repeated,
    };
  } catch (error) {
    log(server.output().slice(-4000));
    throw error;
  } finally {
    await server.end('SIGKILL');
    await peer.close();
    await swift?.stop();
    await location.remove();
    await rm(backup, { recursive: true, force: true });
  }
}

/** Updates and verifies a backup. */
async function backUp(settings: Record<string, string>, to: string): Promise<void> {
  const lines: string[] = [];
  const write = (text: string) => lines.push(text);
  for (const option of ['--to', '--verify'])
    assert.equal(
      await runPortal(['backup', option, to], settings, { stdout: { write }, stderr: { write } }),
      0,
      `${option}: ${lines.join('')}`,
    );
}

async function acknowledgedMore(ledger: Ledger): Promise<void> {
  const before = ledger.acknowledged;
  await eventually('a call is acknowledged', () => ledger.acknowledged > before, 5);
}

/**
 * Waits until no report and no mail is pending, in this order: a completed report writes a mail.
 * Jobs of a killed process are leased for a while.
 */
export async function outboxEmpty(store: Store): Promise<void> {
  const isEmpty = async () =>
    (await nextDue(store, 'report')) === null && (await nextDue(store, 'mail')) === null;
  await eventually('every report is generated and every mail sent', isEmpty);
}
