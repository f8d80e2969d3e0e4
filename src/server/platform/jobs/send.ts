import { createTransport, type Transporter } from 'nodemailer';
import type { Config } from '#server/platform/store/config.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import type { Services } from '#server/platform/store/services.ts';
import { startWorker, type Worker } from './worker.ts';

type Mail = Schema['mail'];

/** Hands one mail to whoever delivers it; throws when they do not take it. */
export type Send = (mail: Mail) => Promise<void>;

/** Tries end after five days, the longest that RFC 5321 §4.5.4.1 finds needed. */
const GIVE_UP_AFTER = 5 * 24 * 60 * 60 * 1000;
const TIMEOUT = 30_000;

/** Sends what is in the outbox until stopped; `wake` it when a mail was committed. */
export function startMailer(services: Services, onError?: (error: unknown) => void): Worker {
  const send = services.config.SMTP_URL ? smtp(services.config, services.config.SMTP_URL) : null;
  return startWorker(services, 'mail', ({ subject }) => deliver(services, send, subject), onError);
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
  const isStale = now() - mail.created_at > GIVE_UP_AFTER;
  faults?.throwIfArmed('smtpDown');
  if (send && !isStale) await send(mail);
  await store.db
    .updateTable('mail')
    .set({ ...(send ? { body: '' } : {}), ...(isStale && send ? {} : { sent_at: now() }) })
    .where('id', '=', id)
    .execute();
}

/** One connection a mail: what a broken one did or did not take is never in doubt for another. */
function smtp(config: Config, url: string): Send {
  const transport: Transporter = createTransport({
    url,
    connectionTimeout: TIMEOUT,
    greetingTimeout: TIMEOUT,
    socketTimeout: TIMEOUT,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (mail) => {
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
}
