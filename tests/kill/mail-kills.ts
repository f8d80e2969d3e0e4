import { setTimeout as pause } from 'node:timers/promises';
import { randomSource } from '#lib/statechart/paths/random-source.ts';
import type { Store } from '#server/platform/database/database.ts';
import { openStore } from '#server/platform/database/open-database.ts';
import { postMail } from '#server/platform/mail/outbox.ts';
import { startSmtpPeer } from '#tests/server/platform/mail/smtp-peer.ts';
import { freshLocation } from '../server/fresh-location.ts';
import { startServer } from '../server-process.ts';
import { checkMails } from './check.ts';
import { type Load, shareAgain, work } from './clients.ts';
import { eventually } from './eventually.ts';
import { Ledger } from './ledger.ts';
import { signedIn } from './people.ts';
import { outboxEmpty, settingsAt } from './rounds.ts';

const CLIENTS = 6;
/** Each kill leaves uploads without a form, which are limited per account. */
const OWNERS = 40;
/** Mails that are queued per round; the server is killed once some of them have arrived. */
const MAILS_A_ROUND = 100;
/** Maximum delay, in ms, from the last of these to the kill: longer than sending a mail. */
const LONGEST_WAIT = 40;

/** Figures of a run, which throws when a mail is lost. */
export interface MailKillFigures {
  kills: number;
  /** Distinct messages. */
  mails: number;
  /** Messages that arrived repeatedly, with the same Message-ID. */
  repeated: number;
}

/**
 * Kills the server repeatedly while it sends mails, during uploads, filings and decisions, until
 * `mails` mails have arrived. On PostgreSQL if `DATABASE_URL` names a server.
 */
export async function runMailKills(
  { mails, seed }: { mails: number; seed: number },
  log: (line: string) => void = () => {},
): Promise<MailKillFigures> {
  const location = await freshLocation();
  const peer = await startSmtpPeer();
  const settings = settingsAt(location, peer);
  const random = randomSource(seed);
  const ledger = new Ledger();
  const store = openStore(location);
  let server = await startServer(settings);
  let kills = 0;
  try {
    const people = await signedIn(server.url, peer, location, OWNERS);
    const loaded = (): Load => ({ url: server.url, ledger, random, ...people });
    while (peer.received.length < mails) {
      const load = loaded();
      const clients = Promise.all(Array.from({ length: CLIENTS }, () => work(load)));
      clients.catch(() => {});
      const killAt = peer.received.length + Math.floor(random() * MAILS_A_ROUND);
      await postMails(store, MAILS_A_ROUND);
      await eventually(`${killAt} mails arrive`, () => peer.received.length >= killAt, 1);
      await pause(random() * LONGEST_WAIT);
      await server.end('SIGKILL');
      await clients;
      kills++;
      server = await startServer(settings);
      if (kills % 10 === 0) log(`${kills} kills, ${peer.received.length} mails arrived`);
    }
    await shareAgain(loaded());
    await outboxEmpty(store);
    const ids = peer.received.map(({ messageId }) => messageId);
    const repeated = await checkMails(store, ids);
    return { kills, mails: new Set(ids).size, repeated };
  } catch (error) {
    log(server.output().slice(-4000));
    throw error;
  } finally {
    await server.end('SIGKILL');
    await store.close();
    await peer.close();
    await location.remove();
  }
}

async function postMails(store: Store, count: number): Promise<void> {
  await store.transact(async (trx) => {
    for (let number = 0; number < count; number++)
      await postMail(trx, {
        subject: 'Measured',
        body: 'Please ignore it.\n',
        recipient: 'measured@example.eu',
        language: 'en',
        at: Date.now(),
      });
  });
}
