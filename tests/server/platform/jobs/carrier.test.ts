import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type CarrierSettings,
  type Errand,
  LONGEST_END,
  openCarrier,
} from '#server/platform/jobs/carrier.ts';
import { freeLeases, LEASE, lease } from '#server/platform/jobs/lease.ts';
import { postMail } from '#server/platform/jobs/outbox.ts';
import { deliver, startMailer } from '#server/platform/jobs/send.ts';
import { markerOf, takenMails } from '#server/platform/jobs/taken-mails.ts';
import { readConfig } from '#server/platform/store/config.ts';
import type { Store } from '#server/platform/store/database.ts';
import type { Services } from '#server/platform/store/services.ts';
import type { FreshLocation } from '#tests/server/fresh-location.ts';
import { freshStore } from '#tests/server/fresh-store.ts';
import { type SmtpPeer, startSmtpPeer } from './smtp-peer.ts';

const TIME = Date.parse('2026-11-20T10:00:00Z');

let store: Store;
let location: FreshLocation;
let peer: SmtpPeer;
let services: Services;

beforeEach(async () => {
  ({ store, location } = await freshStore());
  peer = await startSmtpPeer();
  const settings = { DATA_DIR: location.dataDir, SMTP_URL: peer.url, SMTP_CONNECTIONS: '1' };
  services = { store, config: readConfig(settings), now: () => TIME };
});
afterEach(async () => {
  await peer.close();
  await store.close();
  await location.remove();
});

const marks = () => takenMails(location.dataDir);
const outbox = () => store.db.selectFrom('mail').selectAll().executeTakeFirstOrThrow();

/** Puts a mail into the outbox. */
async function posted() {
  await store.transact((trx) =>
    postMail(trx, {
      subject: 'Code',
      body: 'secret',
      recipient: 'owner@example.eu',
      language: 'en',
      at: TIME,
      validUntil: TIME + 60_000,
    }),
  );
  return outbox();
}

/** Has the peer keep every sender waiting for its yes; answers how it says it. */
function heldBack(): () => void {
  const yes = Promise.withResolvers<void>();
  peer.holdBack(() => yes.promise);
  return yes.resolve;
}

describe('the process that talks with the mail server', () => {
  it('outlives the portal until the mail server has said yes, marks the mail and ends', async () => {
    const mail = await posted();
    const sayYes = heldBack();
    const carrier = fork('src/server/platform/jobs/carrier-process.ts');
    const settings = { url: peer.url, from: 'a@example.eu', connections: 1 };
    carrier.send({ ...settings, dataDir: location.dataDir } satisfies CarrierSettings);
    carrier.send({ number: 1, mail } satisfies Errand);
    await expect.poll(() => peer.received).toHaveLength(1);
    // The end of the portal, by whatever signal, is no more to it than the end of this line.
    carrier.disconnect();
    carrier.kill('SIGTERM');
    expect(marks().all()).toEqual([]);
    sayYes();
    const [code] = await once(carrier, 'exit');
    expect(code).toBe(0);
    expect(marks().all()).toEqual([mail.id]);
  });

  it('marks nothing that the mail server refused', async () => {
    await peer.close();
    const mail = await posted();
    peer = await startSmtpPeer('refuse');
    const carrier = openCarrier({ ...services.config }, peer.url);
    await expect(carrier.send(mail)).rejects.toThrow('Message failed: 450');
    carrier.close();
    expect(marks().all()).toEqual([]);
  });

  it('sends a mail also where it cannot mark it', async () => {
    const mail = await posted();
    const carrier = openCarrier(services.config, peer.url);
    await carrier.send(mail);
    await rm(join(location.dataDir, 'mails'), { recursive: true });
    await carrier.send(mail);
    carrier.close();
    expect(peer.received).toHaveLength(2);
  });

  it('is replaced after it died, and what it had in hand failed', async () => {
    const mail = await posted();
    const carrier = openCarrier(services.config, peer.url);
    // It cannot read this one.
    await expect(carrier.send(null as never)).rejects.toThrow('has ended');
    await carrier.send(mail);
    carrier.close();
    expect(peer.received).toHaveLength(1);
  });

  it('is killed where it stands still, and what it had in hand failed', async () => {
    const mail = await posted();
    heldBack();
    const carrier = openCarrier(services.config, peer.url, 1000);
    await expect(carrier.send(mail)).rejects.toThrow('has ended');
    carrier.close();
    expect(marks().all()).toEqual([]);
  });

  it('leaves off a mail that was given back at the stop: another process sends it', async () => {
    const mail = await posted();
    heldBack();
    const carrier = openCarrier(services.config, peer.url);
    const sent = carrier.send(mail);
    await expect.poll(() => peer.received).toHaveLength(1);
    carrier.close();
    await expect(sent).rejects.toThrow('has ended');
    expect(marks().all()).toEqual([]);
  });
});

describe('a mail that was taken before the portal was killed', () => {
  const mark = (id: string) => markerOf(location.dataDir)(id);

  it('is noted as sent at the next start, while its job is still the dead process’s', async () => {
    const { id } = await posted();
    await lease(store, 'mail', TIME);
    mark(id);
    await freeLeases(store, TIME);
    const mailer = startMailer(services);
    await expect.poll(outbox).toMatchObject({ sent_at: TIME, body: '' });
    await mailer.stop();
    expect(marks().all()).toEqual([]);
    expect(peer.received).toEqual([]);
  });

  it('is not sent again by another process that takes over its job, be it stale by then', async () => {
    const { id } = await posted();
    mark(id);
    const send = vi.fn(async () => {});
    await deliver({ ...services, now: () => TIME + 60_000 }, send, id);
    expect(send).not.toHaveBeenCalled();
    expect(await outbox()).toMatchObject({ sent_at: TIME + 60_000, body: '' });
    expect(marks().all()).toEqual([]);
  });

  it('leaves no mark once it is noted, or erased', async () => {
    const { id } = await posted();
    await store.db.updateTable('mail').set({ sent_at: TIME }).execute();
    mark(id);
    mark('erased');
    await startMailer(services).stop();
    expect(marks().all()).toEqual([]);
  });

  it('may be in hand when the portal starts again: its lease ends soon, those of reports at once', async () => {
    await posted();
    await lease(store, 'mail', TIME);
    await store.db
      .insertInto('job')
      .values({ ...(await job('mail')), id: 'report', kind: 'report' })
      .execute();
    await freeLeases(store, TIME);
    const { leased_until } = await job('mail');
    // Later than the process that sends it ends, and sooner than the lease would by itself.
    expect(leased_until).toBeGreaterThan(TIME + LONGEST_END);
    expect(leased_until).toBeLessThan(TIME + LEASE);
    // What ends sooner is left so.
    await freeLeases(store, TIME + 60_000);
    expect((await job('mail')).leased_until).toBe(leased_until);
    expect((await job('report')).leased_until).toBeNull();
  });

  const job = (kind: string) =>
    store.db.selectFrom('job').selectAll().where('kind', '=', kind).executeTakeFirstOrThrow();
});
