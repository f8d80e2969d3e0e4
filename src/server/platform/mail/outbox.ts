import { randomUUID } from 'node:crypto';
import type { MessageDescriptor } from '@lingui/core';
import type { Transaction } from 'kysely';
import type { Language } from '#contract/languages.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { enqueue, type Priority } from '#server/platform/jobs/queue.ts';
import { wordsOf } from '#server/platform/words/words.ts';

export interface MailText {
  subject: string;
  body: string;
}

export type MailParagraph = MessageDescriptor | string;

export function points(texts: readonly string[]): string {
  return texts.map((text) => `– ${text}`).join('\n');
}

/** Composes a plain-text mail. Paragraphs are separated by a blank line; empty ones are omitted. */
export function letter(
  language: Language,
  subject: MessageDescriptor,
  ...paragraphs: readonly MailParagraph[]
): MailText {
  const translate = wordsOf(language);
  const body = paragraphs
    .map((each) => (typeof each === 'string' ? each : translate(each)).trim())
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
  return { subject: translate(subject), body: `${body}\n` };
}

/** Writes a mail to the outbox in the caller's transaction. It is sent after the commit. */
export async function postMail(
  trx: Transaction<Schema>,
  mail: MailText & {
    recipient: string;
    language: Language;
    at: number;
    reference?: string;
    priority?: Priority;
    topic?: string;
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
