import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { readConfig } from '#server/platform/config/config.ts';
import type { Store } from '#server/platform/database/database.ts';
import type { Services } from '#server/platform/database/services.ts';
import { retryDelay } from '#server/platform/jobs/lease.ts';
import type { Worker } from '#server/platform/jobs/worker.ts';
import { holdMailIfRestored, markRestored, releaseMail } from '#server/platform/mail/mail-hold.ts';
import { hastenMails, postMail } from '#server/platform/mail/outbox.ts';
import { deliver, openMailServer, startMailer } from '#server/platform/mail/send.ts';
import type { FreshLocation } from '#tests/server/fresh-location.ts';
import { freshStore } from '#tests/server/fresh-store.ts';
import { wakeWorkers } from '#tests/server/run-due.ts';
import { type Reaction, type SmtpPeer, startSmtpPeer } from './smtp-peer.ts';

const DAY = 24 * 60 * 60 * 1000;

let store: Store;
let location: FreshLocation;
let time: number;
let peer: SmtpPeer | undefined;
let mailer: Worker | undefined;

beforeEach(async () => {
  const fresh = await freshStore();
  ({ store, location } = fresh);
  time = Date.parse('2026-11-20T10:00:00Z');
  return async () => {
    await mailer?.stop();
    await peer?.close();
    mailer = peer = undefined;
    await fresh.close();
  };
});

const servicesWith = (settings: Record<string, string>): Services => ({
  store,
  config: readConfig({ DATA_DIR: location.dataDir, ...settings }),
  now: () => time,
});

const post = (body: string, more: Partial<Parameters<typeof postMail>[1]> = {}) =>
  store.transact((trx) =>
    postMail(trx, {
      subject: 'Twoja łódź: 你好',
      body,
      recipient: 'owner@example.eu',
      language: 'pl',
      at: time,
      ...more,
    }),
  );
const outbox = () => store.db.selectFrom('mail').selectAll().executeTakeFirstOrThrow();
const queued = () => store.db.selectFrom('job').selectAll().execute();

/** Starts to send the mails through a peer with these reactions. */
async function startSending(...reactions: Reaction[]): Promise<SmtpPeer> {
  peer = await startSmtpPeer(...reactions);
  mailer = startMailer(servicesWith({ SMTP_URL: peer.url }), () => {});
  return peer;
}

/** Sends the mails through a peer with these reactions, each retry at its time. */
async function sendThrough(...reactions: Reaction[]): Promise<SmtpPeer> {
  const line = await startSending(...reactions);
  for (let tries = 1; tries <= reactions.length; tries++) {
    await expect.poll(queued).toMatchObject([{ attempts: tries, leased_until: null }]);
    if (reactions[tries - 1] === 'refuse')
      expect(await queued()).toMatchObject([{ last_error: 'Message failed: 450' }]);
    time += retryDelay(tries);
    await wakeWorkers(store, 'mail');
  }
  await expect.poll(queued).toEqual([]);
  return line;
}

describe('mail by SMTP', () => {
  it('is held after a restore until an operator releases it; codes requested since are sent', async () => {
    await post('of the original');
    const line = await startSmtpPeer();
    peer = line;
    const services = servicesWith({ SMTP_URL: line.url });
    const { config } = services;
    vi.setSystemTime(time);
    onTestFinished(() => void vi.useRealTimers());
    await markRestored(config);
    await holdMailIfRestored(store, config, time);
    await holdMailIfRestored(store, config, time);
    time += 1000;
    mailer = startMailer(services, () => {});
    await expect
      .poll(queued)
      .toMatchObject([{ leased_until: null, failing_since: null, run_at: time + 60_000 }]);
    await post('123456', { recipient: 'drill@example.eu', validUntil: time + 600_000 });
    await expect.poll(() => line.received.length).toBe(1);
    expect(line.received[0]?.source).toContain('drill@example.eu');

    // An invitation of a recipient.
    await post('link', { reference: 'A-1', validUntil: time + 30 * DAY });
    const errors = async () => (await queued()).map(({ last_error }) => last_error);
    const held = 'Mail is held since the installation was restored';
    await expect.poll(errors).toEqual([held, held]);
    time += 6 * DAY;
    await wakeWorkers(store, 'mail');
    const runsAt = async () => (await queued()).map(({ run_at }) => run_at);
    await expect.poll(runsAt).toEqual([time + 60_000, time + 60_000]);

    expect(await releaseMail(store.db, config)).toBe(true);
    expect(await releaseMail(store.db, config)).toBe(false);
    time += 60_000;
    await wakeWorkers(store, 'mail');
    await expect.poll(queued).toEqual([]);
    expect(line.received).toHaveLength(3);
  });

  it('causes a warning at the start if a copy of the database would not be recognized', async () => {
    const warnings: string[] = [];
    const { config } = servicesWith({});
    // SQLite lacks the function, as does a role without the right to call it.
    const isEmbedded = store.kind === 'embedded';
    const postgres = { ...store, kind: 'postgres' } as Store;
    await holdMailIfRestored(postgres, config, time, (line) => void warnings.push(line));
    expect(warnings).toEqual(isEmbedded ? [expect.stringContaining('hold-mail')] : []);
  });

  it('arrives as it was written, and its body is cleared', async () => {
    await post('Kod: 123456\nzażółć gęślą jaźń\n');
    const { received } = await sendThrough();
    expect(received).toHaveLength(1);
    expect(received[0]?.messageId).toBe((await outbox()).message_id);
    expect(received[0]?.source).toMatch(/^To: <?owner@example.eu>?\r$/m);
    expect(received[0]?.source).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(received[0]?.source).toContain('Date: Fri, 20 Nov 2026 10:00:00 +0000');
    const [, encoded = ''] = received[0]?.source.split('\r\n\r\n') ?? [];
    expect(Buffer.from(encoded, 'base64').toString()).toBe('Kod: 123456\nzażółć gęślą jaźń\n');
    expect(await outbox()).toMatchObject({ body: '', sent_at: time });
  });

  it('that was rejected stores only the code of the reply, is sent again and arrives once', async () => {
    await post('a');
    const { received } = await sendThrough('refuse', 'refuse');
    expect(received).toHaveLength(1);
  });

  it('fails when the server does not reply, and the next mail is sent', async () => {
    await post('a');
    peer = await startSmtpPeer();
    const held = Promise.withResolvers<void>();
    peer.holdBack(({ source }) => (source.includes('Content-Language: pl') ? held.promise : null));
    const server = openMailServer(servicesWith({}).config, peer.url, 500);
    const mail = await outbox();
    // All connections.
    const sent = await Promise.allSettled([1, 2, 3, 4].map(() => server.send(mail)));
    expect(sent.map(({ status }) => status)).not.toContain('fulfilled');
    await server.send({ ...mail, language: 'en' });
    expect(peer.received).toHaveLength(5);
    server.close();
    held.resolve();
  });

  it('is released at an overdue stop, and sent by the next process', async () => {
    await post('a');
    peer = await startSmtpPeer();
    const held = Promise.withResolvers<void>();
    peer.holdBack(() => held.promise);
    mailer = startMailer(servicesWith({ SMTP_URL: peer.url }), () => {});
    await expect.poll(() => peer?.received.length).toBe(1);
    await mailer.stop(AbortSignal.abort(new Error('overdue')));
    expect(await queued()).toMatchObject([{ leased_until: null, failing_since: null }]);
    expect(await outbox()).toMatchObject({ body: 'a', sent_at: null });
    held.resolve();
    mailer = startMailer(servicesWith({ SMTP_URL: peer.url }), () => {});
    await expect.poll(queued).toEqual([]);
    expect(new Set(peer.received.map(({ messageId }) => messageId)).size).toBe(1);
  });

  it('that was received before the connection broke is sent again with the same Message-ID', async () => {
    await post('a');
    const { received } = await sendThrough('breakOff');
    expect(received).toHaveLength(2);
    expect(new Set(received.map(({ messageId }) => messageId))).toEqual(
      new Set([(await outbox()).message_id]),
    );
  });

  it('is retried with its body when there is no server', async () => {
    const gone = await startSmtpPeer();
    await gone.close();
    await post('secret');
    mailer = startMailer(servicesWith({ SMTP_URL: gone.url }), () => {});
    await expect.poll(async () => (await queued())[0]?.last_error).toMatch(/ECONNREFUSED/);
    expect(await outbox()).toMatchObject({ body: 'secret', sent_at: null });
  });

  it('is sent once when it is retried after weeks, unless it has expired', async () => {
    const send = vi.fn(async () => {});
    await post('a decision');
    time += 20 * DAY;
    for (const _ of [1, 2]) await deliver(servicesWith({}), send, (await outbox()).id);
    expect(send).toHaveBeenCalledTimes(1);
    await store.db.updateTable('mail').set({ sent_at: null, valid_until: time }).execute();
    await deliver(servicesWith({}), send, (await outbox()).id);
    expect(send).toHaveBeenCalledTimes(1);
    expect(await outbox()).toMatchObject({ body: '', sent_at: null });
  });
});

describe('the order of mails', () => {
  const postAs = (body: string, more?: Parameters<typeof post>[1]) =>
    post(body, { subject: body, ...more });
  const subjects = ({ received }: SmtpPeer) =>
    received.map(({ source }) => /^Subject: (.*)\r$/m.exec(source)?.[1]);

  it('is by priority, then by age: prompt mails newest first, others oldest first', async () => {
    for (const priority of ['routine', 'normal', 'prompt', 'urgent'] as const)
      for (const number of [1, 2]) await postAs(`${priority} ${number}`, { priority, at: time++ });
    // Without SMTP, one mail is sent at a time.
    mailer = startMailer({ ...servicesWith({}), now: () => ++time });
    await expect.poll(queued).toEqual([]);
    const sent = await store.db.selectFrom('mail').select('body').orderBy('sent_at').execute();
    expect(sent.map(({ body }) => body)).toEqual([
      ...['urgent 1', 'urgent 2', 'prompt 2', 'prompt 1'],
      ...['normal 1', 'normal 2', 'routine 1', 'routine 2'],
    ]);
  });

  it('puts an urgent mail before sixty reminders at a slow server', async () => {
    for (let number = 0; number < 60; number++)
      await postAs(`reminder ${number}`, { priority: 'routine' });
    const open = Promise.withResolvers<void>();
    peer = await startSmtpPeer();
    peer.holdBack(({ source }) => (source.includes('reminder') ? open.promise : null));
    mailer = startMailer(servicesWith({ SMTP_URL: peer.url }), () => {});
    // Every connection for reminders is busy.
    await expect.poll(() => peer?.received.length).toBe(3);
    await postAs('code', { priority: 'urgent' });
    await expect.poll(() => (peer ? subjects(peer) : [])).toContain('code');
    expect(peer.received).toHaveLength(4);
    open.resolve();
    await expect.poll(queued).toEqual([]);
    expect(peer.received).toHaveLength(61);
  });

  it('does not need a new connection for each mail', async () => {
    for (let number = 0; number < 20; number++) await postAs(`mail ${number}`);
    const { received, connections } = await startSending();
    await expect.poll(queued).toEqual([]);
    expect(received).toHaveLength(20);
    expect(connections()).toBeLessThanOrEqual(4);
  });

  it('is not changed for a mail that was given up', async () => {
    await postAs('given up', { topic: 'one', dueAt: time + DAY });
    await store.db.updateTable('job').set({ dead_at: time }).execute();
    await postAs('waiting', { topic: 'two', dueAt: time + DAY });
    await store.transact((trx) => hastenMails(trx, ['one', 'two'], time));
    const runsAt = (await queued()).map(({ run_at }) => run_at);
    expect(runsAt.toSorted()).toEqual([time, time + DAY]);
  });

  it('leaves out expired and superseded mails', async () => {
    await postAs('too late', { validUntil: time });
    await postAs('replaced', { topic: 'code', validUntil: time + 1000 });
    await postAs('of another topic', { topic: 'other' });
    await postAs('last', { topic: 'code', validUntil: time + 1000 });
    const line = await startSending();
    await expect.poll(queued).toEqual([]);
    expect(subjects(line).toSorted()).toEqual(['last', 'of another topic']);
    const mails = await store.db.selectFrom('mail').selectAll().execute();
    expect(mails.map(({ body }) => body)).toEqual(['', '', '', '']);
  });
});

describe('mail without SMTP', () => {
  it('counts as sent and retains its body for the mailbox page', async () => {
    await post('123456');
    mailer = startMailer(servicesWith({}));
    await expect.poll(queued).toEqual([]);
    expect(await outbox()).toMatchObject({ body: '123456', sent_at: time });
  });
});
