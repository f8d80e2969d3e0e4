import { randomUUID } from 'node:crypto';
import type { MessageDescriptor } from '@lingui/core';
import type { Transaction } from 'kysely';
import type { Language } from '#contract/languages.ts';
import { msg } from '#lib/words/msg.ts';
import { announceJob } from '#server/platform/database/open-database.ts';
import { countRows, deleteRows, insertRows } from '#server/platform/database/rows.ts';
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

export const greeting = (name = ''): MailParagraph =>
  name === '' ? msg`Dear Sir or Madam,` : msg`Dear ${{ name }},`;

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

/**
 * Writes a mail to the outbox in the caller's transaction. It is sent after the commit, or from
 * `dueAt` on. Earlier mails of its topic are withdrawn.
 */
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
    dueAt?: number;
    letter?: string;
  },
): Promise<void> {
  const id = randomUUID();
  if (mail.topic !== undefined) await withdrawMails(trx, mail.topic, mail.at);
  await insertRows(trx, 'mail', {
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
    letter: mail.letter ?? null,
  });
  await enqueue(trx, {
    kind: 'mail',
    subject: id,
    runAt: mail.dueAt ?? mail.at,
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

export async function hastenMails(
  trx: Transaction<Schema>,
  topics: readonly string[],
  at: number,
): Promise<void> {
  announceJob(trx, 'mail');
  await trx
    .updateTable('job')
    .set({ run_at: at })
    .where('kind', '=', 'mail')
    .where('subject', 'in', (query) =>
      query
        .selectFrom('mail')
        .select('id')
        .where('topic', 'in', topics)
        .where('sent_at', 'is', null),
    )
    .where('run_at', '>', at)
    .where('dead_at', 'is', null)
    .execute();
}

/**
 * Deletes the mails of some topics, except those that were sent or are being sent. Returns how many
 * were deleted and how many are left.
 */
export async function removeMails(
  trx: Transaction<Schema>,
  topics: readonly string[],
): Promise<{ removed: number; left: number }> {
  const mails = trx.selectFrom('mail').select('id').where('topic', 'in', topics);
  const all = await countRows(mails);
  const jobs = await trx
    .deleteFrom('job')
    .where('kind', '=', 'mail')
    .where('subject', 'in', mails)
    .where('leased_until', 'is', null)
    .returning('subject')
    .execute();
  for (const { subject } of jobs) await deleteRows(trx, 'mail', { id: subject });
  return { removed: jobs.length, left: all - jobs.length };
}
