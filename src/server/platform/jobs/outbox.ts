import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import { enqueue, type Priority } from './queue.ts';

/** A mail as its cause words it. */
export interface MailText {
  subject: string;
  body: string;
}

/** Puts a mail into the outbox, in the transaction of its cause; it leaves after the commit. */
export async function postMail(
  trx: Transaction<Schema>,
  mail: MailText & {
    recipient: string;
    language: Language;
    at: number;
    /** Number of what it is about. */
    reference?: string;
    priority?: Priority;
    /** Mails on the same topic that have not left are not sent any more. */
    topic?: string;
    /** From then on it is worth nothing and not sent any more. */
    validUntil?: number;
  },
): Promise<void> {
  const id = randomUUID();
  if (mail.topic !== undefined) await withdrawMails(trx, mail.topic, mail.at);
  await trx
    .insertInto('mail')
    .values({
      id,
      message_id: `<${id}@vehicle-data-access>`,
      recipient: mail.recipient,
      language: mail.language,
      subject: mail.subject,
      body: mail.body,
      application_number: mail.reference ?? null,
      topic: mail.topic ?? null,
      valid_until: mail.validUntil ?? null,
      created_at: mail.at,
      sent_at: null,
    })
    .execute();
  await enqueue(trx, {
    kind: 'mail',
    subject: id,
    runAt: mail.at,
    ...(mail.priority && { priority: mail.priority }),
  });
}

/** Keeps mails on a topic that have not left from being sent. */
export async function withdrawMails(
  trx: Transaction<Schema>,
  topic: string,
  at: number,
): Promise<void> {
  await trx
    .updateTable('mail')
    .set({ valid_until: at })
    .where('topic', '=', topic)
    .where('sent_at', 'is', null)
    .where(({ eb, or }) => or([eb('valid_until', 'is', null), eb('valid_until', '>', at)]))
    .execute();
}
