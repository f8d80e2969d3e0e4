import { randomUUID } from 'node:crypto';
import { endpoints } from '#contract/endpoints.ts';
import { flagsOf } from '#server/accounts/staff/roles.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { openDatabase } from '#server/platform/database/open-database.ts';
import { freshLocation } from '#tests/server/fresh-location.ts';
import { startSmtpPeer } from '#tests/server/platform/mail/smtp-peer.ts';
import { startServer } from '#tests/server-process.ts';
import { percentile } from '../bench/measure.ts';

const kinds = ['known', 'unknown', 'pending'] as const;
type Kind = (typeof kinds)[number];

/** Backlog of mails at which the next code is requested. */
const MOST_WAITING = 50;

/** Time until another code can be requested, in ms. */
const LATER = 31_000;

export interface TimingFigures {
  /** Median response time, in ms. */
  medians: Record<Kind, number>;
  /** Maximum deviation from the shortest time, relative to it. */
  spread: number;
  /** Distinct responses, by status and body. */
  answers: string[];
}

/**
 * Requests codes for addresses with an account, without one, and with a pending code, one of each
 * in changing order, so that other work of the machine affects all alike.
 */
export async function compareTimes(pairs: number): Promise<TimingFigures> {
  const location = await freshLocation();
  const { dataDir: DATA_DIR, databaseUrl: DATABASE_URL } = location;
  const place = { DATA_DIR, ...(DATABASE_URL && { DATABASE_URL }) };
  await addAccounts(place, pairs);
  const peer = await startSmtpPeer();
  const server = await startServer({ ...place, MODE: 'test', SMTP_URL: peer.url });
  const post = (path: string, payload: object) =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(payload),
    });
  const ask = (kind: Kind, index: number) =>
    post(endpoints.sendCaptcha.path, { email: emailOf(kind, index), privacyAccepted: true });
  /** Waits until at most `backlog` mails are unsent; so that the mail queue does not affect response times. */
  let asked = 0;
  const letMailLeave = async (backlog: number) => {
    while (peer.received.length < asked - backlog)
      await new Promise((resolve) => setTimeout(resolve, 20));
  };
  try {
    for (let index = 0; index < pairs; index++) {
      await (await ask('pending', index)).text();
      asked++;
      await letMailLeave(MOST_WAITING);
    }
    await letMailLeave(0);
    await post('/server/test/clock', { advance: LATER });
    const times: Record<Kind, number[]> = { known: [], unknown: [], pending: [] };
    const answers = new Set<string>();
    for (let index = 0; index < pairs; index++) {
      const order = index % 2 === 0 ? kinds : kinds.toReversed();
      for (let turn = 0; turn < kinds.length; turn++) {
        const kind = order[(index + turn) % kinds.length] as Kind;
        const began = performance.now();
        const answer = await ask(kind, index);
        answers.add(`${answer.status} ${await answer.text()}`);
        times[kind].push(performance.now() - began);
        asked++;
        await letMailLeave(MOST_WAITING);
      }
    }
    const medians = {
      known: percentile(times.known),
      unknown: percentile(times.unknown),
      pending: percentile(times.pending),
    };
    const all = Object.values(medians);
    const spread = Math.max(...all) / Math.min(...all) - 1;
    return { medians, spread, answers: [...answers] };
  } finally {
    await server.end('SIGKILL');
    await peer.close();
    await location.remove();
  }
}

/** Writes the known addresses into a new database. */
async function addAccounts(place: Record<string, string>, count: number): Promise<void> {
  const store = await openDatabase(readConfig(place));
  await store.transact(async (trx) => {
    for (let index = 0; index < count; index++)
      await trx
        .insertInto('account')
        .values({
          id: randomUUID(),
          email: emailOf('known', index),
          language: 'en',
          created_at: 0,
          ...flagsOf([]),
        })
        .execute();
    await trx.deleteFrom('installation_mode').execute();
  });
  await store.close();
}

const emailOf = (kind: Kind, index: number) =>
  `${kind}-${String(index).padStart(5, '0')}@example.eu`;
