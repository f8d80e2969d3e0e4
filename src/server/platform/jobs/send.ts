import { createTransport } from 'nodemailer';
import type { Config } from '#server/platform/store/config.ts';
import type { Services } from '#server/platform/store/services.ts';
import { openCarrier, type Send } from './carrier.ts';
import { persistently } from './persistently.ts';
import type { Priority } from './queue.ts';
import { takenMails } from './taken-mails.ts';
import { startWorker, type Worker } from './worker.ts';

/** Tries end after five days, the longest that RFC 5321 §4.5.4.1 finds needed. */
const GIVE_UP_AFTER = 5 * 24 * 60 * 60 * 1000;
const CHECK_TIMEOUT = 4000;

/**
 * Sends what is in the outbox until stopped; `wake` it when a mail was committed. Over several
 * connections, one of which is kept free for what is urgent.
 */
export function startMailer(services: Services, onError?: (error: unknown) => void): Worker {
  const { SMTP_URL, SMTP_CONNECTIONS } = services.config;
  const line = SMTP_URL ? openCarrier(services.config, SMTP_URL) : null;
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
  const settled = line ? settleTaken(services, line.send).catch(onError) : null;
  return {
    wake: () => workers.forEach((worker) => void worker.wake()),
    async stop(overdue) {
      await Promise.all([settled, ...workers.map((worker) => worker.stop(overdue))]);
      line?.close();
    },
  };
}

/**
 * Delivers a mail of the outbox unless it left before. What left by SMTP is emptied, since it may
 * hold a code or a password; without SMTP it stays, for the mailbox page.
 */
export async function deliver(services: Services, send: Send | null, id: string): Promise<void> {
  const { store, now, faults, config } = services;
  const taken = takenMails(config.DATA_DIR);
  // Before the row is read: who forgets a mark has noted it there.
  const isTaken = taken.has(id);
  const mail = await store.db
    .selectFrom('mail')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst();
  if (!mail || mail.sent_at !== null) return taken.forget(id);
  const until = Math.min(mail.valid_until ?? Infinity, mail.created_at + GIVE_UP_AFTER);
  const isStale = !isTaken && now() >= until;
  faults?.throwIfArmed('smtpDown');
  if (send && !isStale && !isTaken) await send(mail);
  const sent = { ...(send ? { body: '' } : {}), ...(isStale && send ? {} : { sent_at: now() }) };
  await persistently(async () => {
    await store.db.updateTable('mail').set(sent).where('id', '=', id).execute();
  });
  await taken.forget(id);
  // Codes alone have an end.
  if (!isStale && mail.valid_until !== null)
    services.telemetry?.observe('code_mail', now() - mail.created_at);
}

/** Notes what the mail server had taken when the process before, or another one, was killed. */
async function settleTaken(services: Services, send: Send): Promise<void> {
  const ids = takenMails(services.config.DATA_DIR).all();
  await Promise.all(ids.map((id) => deliver(services, send, id)));
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
