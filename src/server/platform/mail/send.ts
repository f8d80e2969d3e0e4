import { readFileSync } from 'node:fs';
import { createTransport } from 'nodemailer';
import { MINUTE } from '#lib/words/durations.ts';
import type { Config } from '#server/platform/config/config.ts';
import { findRow, updateRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { OnError, Services } from '#server/platform/database/services.ts';
import { persistOutcome } from '#server/platform/jobs/lease.ts';
import { NotYet, startWorker, type Worker } from '#server/platform/jobs/worker.ts';
import { mailHeldSince } from './mail-hold.ts';

/** Concurrent connections to the mail server. One is reserved for codes and security mails. */
const CONNECTIONS = 4;
const CHECK_TIMEOUT_MS = 4000;
const REPLY_TIMEOUT_MS = 30_000;
/** Timeout for a whole mail: a server that sends single bytes never triggers the reply timeout. */
const SEND_TIMEOUT_MS = 15 * MINUTE;

export type Send = (mail: Schema['mail']) => Promise<void>;

export function startMailer(services: Services, onError?: OnError): Worker {
  const { SMTP_URL } = services.config;
  const server = SMTP_URL ? openMailServer(services.config, SMTP_URL) : null;
  const lanes = Array.from({ length: server ? CONNECTIONS : 1 }, (_, index) =>
    index === 1 ? 'urgent' : 'routine',
  );
  const worker = startWorker(
    services,
    'mail',
    ({ subject }) => deliver(services, server?.send ?? null, subject),
    onError,
    lanes,
  );
  return {
    async stop(overdue) {
      await worker.stop(overdue);
      server?.close();
    },
  };
}

export function openMailServer(
  { MAIL_FROM, SMTP_CA }: Config,
  url: string,
  timeout = SEND_TIMEOUT_MS,
): { send: Send; close(): void } {
  const transport = createTransport({
    url,
    ...trusting(SMTP_CA),
    pool: true,
    maxConnections: CONNECTIONS,
    idleTimeout: REPLY_TIMEOUT_MS,
    // Resends only if an idle connection was closed; the job retries all other failures.
    maxRequeues: 1,
    connectionTimeout: REPLY_TIMEOUT_MS,
    greetingTimeout: REPLY_TIMEOUT_MS,
    socketTimeout: REPLY_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      try {
        await transport.sendMail({
          from: MAIL_FROM,
          to: { name: '', address: mail.recipient },
          subject: mail.subject,
          text: mail.body,
          date: new Date(mail.created_at),
          // The same in every attempt, so that receivers can deduplicate.
          messageId: mail.message_id,
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': mail.language },
          signal: AbortSignal.timeout(timeout),
        });
      } catch (error) {
        throw withoutNames(error as Error);
      }
    },
    // Does not wait for mails in progress: their jobs were released for another process.
    close: () => transport.close({ force: true }),
  };
}

/** Keeps only the codes of a reply, because its text may contain names. */
function withoutNames(error: Error & { response?: string | undefined }): Error {
  const { message, response } = error;
  if (!response) return error;
  const [codes = ''] = /^\d{3}(?:[ -]\d\.\d+\.\d+)?/.exec(response) ?? [];
  return new Error(message.replace(response, () => codes));
}

/**
 * Sends a mail of the outbox at least once: if the process dies between the reply and the update,
 * it is sent again with the same Message-ID. Clears the body after sending by SMTP, because it may
 * contain a code or a password. Without SMTP, the mailbox page shows it.
 */
export async function deliver(services: Services, send: Send | null, id: string): Promise<void> {
  const { store, now, faults } = services;
  const mail = await findRow(store.db, 'mail', { id });
  if (!mail || mail.sent_at !== null) return;
  const isExpired = mail.valid_until !== null && now() >= mail.valid_until;
  faults?.throwIfArmed('smtpDown');
  const isDropped = send !== null && isExpired;
  if (send && !isDropped) {
    await rejectIfHeld(services, mail);
    await send(mail);
  }
  const sent = { ...(send && { body: '' }), ...(!isDropped && { sent_at: now() }) };
  await persistOutcome(async () => {
    await updateRows(store.db, 'mail', { id }, sent);
  });
  if (!isExpired && isCode(mail)) services.telemetry?.observe('code_mail', now() - mail.created_at);
}

/** Codes and links to recipients expire. Only links have an application_number. */
const isCode = ({ valid_until, application_number }: Schema['mail']) =>
  valid_until !== null && application_number === null;

/** Throws if mail is held after a restore, except codes requested since, so that sign-in works. */
async function rejectIfHeld({ store }: Services, mail: Schema['mail']): Promise<void> {
  const since = await mailHeldSince(store.db);
  if (since === null || (isCode(mail) && mail.created_at >= since)) return;
  throw new NotYet('Mail is held since the installation was restored');
}

const trusting = (file: string | undefined) => (file ? { tls: { ca: readFileSync(file) } } : {});

export async function checkMailServer({ SMTP_URL, SMTP_CA }: Config): Promise<void> {
  if (!SMTP_URL) return;
  const transport = createTransport({
    url: SMTP_URL,
    ...trusting(SMTP_CA),
    connectionTimeout: CHECK_TIMEOUT_MS,
    greetingTimeout: CHECK_TIMEOUT_MS,
    socketTimeout: CHECK_TIMEOUT_MS,
  });
  try {
    await transport.verify();
  } catch (error) {
    throw withoutNames(error as Error);
  } finally {
    transport.close();
  }
}
