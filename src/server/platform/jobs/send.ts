import { createTransport } from 'nodemailer';
import type { Config } from '#server/platform/store/config.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import type { Services } from '#server/platform/store/services.ts';
import { persistently } from './persistently.ts';
import type { Priority } from './queue.ts';
import { startWorker, type Worker } from './worker.ts';

type Mail = Schema['mail'];

/** Hands one mail to whoever delivers it; throws when they do not take it. */
export type Send = (mail: Mail) => Promise<void>;

/** Tries end after five days, the longest that RFC 5321 §4.5.4.1 finds needed. */
const GIVE_UP_AFTER = 5 * 24 * 60 * 60 * 1000;
const TIMEOUT = 30_000;
const CHECK_TIMEOUT = 4000;

/**
 * Sends what is in the outbox until stopped; `wake` it when a mail was committed. Over several
 * connections, one of which is kept free for what is urgent.
 */
export function startMailer(services: Services, onError?: (error: unknown) => void): Worker {
  const { SMTP_URL, SMTP_CONNECTIONS } = services.config;
  const line = SMTP_URL ? openLine(services.config, SMTP_URL) : null;
  const start = (upTo: Priority) =>
    startWorker(
      services,
      'mail',
      ({ subject }) => deliver(services, line?.send ?? null, subject),
      onError,
      upTo,
    );
  const workers = Array.from({ length: line ? SMTP_CONNECTIONS : 1 }, (_, index) =>
    start(index === 1 ? 'urgent' : 'routine'),
  );
  return {
    wake: () => workers.forEach((worker) => void worker.wake()),
    async stop(overdue) {
      await Promise.all(workers.map((worker) => worker.stop(overdue)));
      line?.close();
    },
  };
}

/**
 * Delivers a mail of the outbox unless it left before. What left by SMTP is emptied, since it may
 * hold a code or a password; without SMTP it stays, for the mailbox page.
 */
export async function deliver(services: Services, send: Send | null, id: string): Promise<void> {
  const { store, now, faults } = services;
  const mail = await store.db
    .selectFrom('mail')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!mail || mail.sent_at !== null) return;
  const until = Math.min(mail.valid_until ?? Infinity, mail.created_at + GIVE_UP_AFTER);
  const isStale = now() >= until;
  faults?.throwIfArmed('smtpDown');
  if (send && !isStale) await send(mail);
  const sent = { ...(send ? { body: '' } : {}), ...(isStale && send ? {} : { sent_at: now() }) };
  await persistently(async () => {
    await store.db.updateTable('mail').set(sent).where('id', '=', id).execute();
  });
  // Codes alone have an end.
  if (!isStale && mail.valid_until !== null)
    services.telemetry?.observe('code_mail', now() - mail.created_at);
}

/** @throws when the mail server, if there is one, does not take our greeting and login */
export async function checkMailServer({ SMTP_URL }: Config): Promise<void> {
  if (!SMTP_URL) return;
  const transport = createTransport({
    url: SMTP_URL,
    connectionTimeout: CHECK_TIMEOUT,
    greetingTimeout: CHECK_TIMEOUT,
    socketTimeout: CHECK_TIMEOUT,
  });
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/** Connections to the mail server, kept open for further mails. */
function openLine(config: Config, url: string): { send: Send; close(): void } {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: config.SMTP_CONNECTIONS,
    idleTimeout: TIMEOUT,
    // Only what no byte of was sent is tried anew at once; all else at the time of its job.
    maxRequeues: 1,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const send: Send = async (mail) => {
    await transport.sendMail({
      from: config.MAIL_FROM,
      to: { name: '', address: mail.recipient },
      subject: mail.subject,
      text: mail.body,
      date: new Date(mail.created_at),
      // The same at every try, so that a peer which took it before the line broke can tell.
      messageId: mail.message_id,
      headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.language },
    });
  };
  return { send, close: () => transport.close() };
}
