import { randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import { enqueue } from './queue.ts';

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
    applicationNumber?: string;
  },
): Promise<void> {
  const id = randomUUID();
  await trx
    .insertInto('mail')
    .values({
      id,
      message_id: `<${id}@vehicle-data-access>`,
      recipient: mail.recipient,
      language: mail.language,
      subject: mail.subject,
      body: mail.body,
      application_number: mail.applicationNumber ?? null,
      created_at: mail.at,
      sent_at: null,
    })
    .execute();
  await enqueue(trx, { kind: 'mail', subject: id, runAt: mail.at });
}
