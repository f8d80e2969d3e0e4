import { randomUUID } from 'node:crypto';
import type { MessageDescriptor } from '@lingui/core';
import type { Transaction } from 'kysely';
import type { Language } from '#contract/languages.ts';
import { eventWords, roleWords } from '#forms/events.ts';
import { stateWords } from '#forms/states.ts';
import { HOUR } from '#lib/words/durations.ts';
import { msg } from '#lib/words/msg.ts';
import type { Actor } from '#machines/application.events.ts';
import { type ApplicationRow, emailOf } from '#server/applications/application-row.ts';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import {
  type AtDesk,
  type DeskOccasion,
  deskNotice,
  digest,
  type Mail,
  watchedChange,
} from '#server/applications/mails/desk-mails.ts';
import { deleteRows, findRow, insertRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { OnError, Scope, Services } from '#server/platform/database/services.ts';
import { enqueue, type Priority } from '#server/platform/jobs/queue.ts';
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts';
import { type MailText, postMail, removeMails } from '#server/platform/mail/outbox.ts';

declare module '#server/platform/database/schema.ts' {
  interface JobKinds {
    digest: string;
  }
}

/**
 * Sends an e-mail about an application to staff or the desk's mailbox. E-mails to staff who chose
 * one e-mail per hour are held back.
 */
async function postToDesk(
  { services, trx }: Scope,
  mail: MailText & {
    recipient: string;
    language: Language;
    reference: string;
    priority?: Priority;
    topic?: string;
  },
): Promise<void> {
  const at = services.now();
  const reader = await findRow(trx, 'account', { email: mail.recipient, mails_hourly: 1 });
  if (!reader) return postMail(trx, { ...mail, at });
  const { subject, body, topic = null, reference: application_number } = mail;
  const held = { id: randomUUID(), account_id: reader.id, application_number, created_at: at };
  await insertRows(trx, 'held_mail', { ...held, subject, body, topic });
  // One job per e-mail, because a digest in progress may have read the table before this insert.
  const runAt = (Math.floor(at / HOUR) + 1) * HOUR;
  await enqueue(trx, { kind: 'digest', subject: reader.id, runAt, priority: 'routine' });
}

export const urlAtDesk = ({ config }: Services, number: string) =>
  `${config.PUBLIC_URL ?? ''}/desk/applications/${number}`;

export async function mailAtDesk<Facts extends object>(
  scope: Scope,
  { email, language: code }: { email: string; language: string },
  number: string,
  template: Mail<AtDesk & Facts>,
  facts: Facts,
  { anchor = '', ...order }: { anchor?: string; topic?: string; priority?: Priority } = {},
): Promise<void> {
  const language = code as Language;
  const url = urlAtDesk(scope.services, number) + anchor;
  const text = template(language, { ...facts, number, url });
  await postToDesk(scope, { ...text, recipient: email, language, reference: number, ...order });
}

export async function withdrawFromDesk(trx: Transaction<Schema>, topic: string): Promise<boolean> {
  const held = await deleteRows(trx, 'held_mail', { topic });
  const { removed } = await removeMails(trx, [topic]);
  return held.length + removed > 0;
}

export async function sendDigest({ services, trx }: Scope, accountId: string): Promise<void> {
  const held = await deleteRows(trx, 'held_mail', { account_id: accountId });
  if (held.length === 0) return;
  const reader = await trx
    .selectFrom('account')
    .select(['email', 'language'])
    .where('id', '=', accountId)
    .where((eb) =>
      eb.or([eb('is_reviewer', '=', 1), eb('is_lead', '=', 1), eb('is_auditor', '=', 1)]),
    )
    .executeTakeFirst();
  if (!reader) return;
  const { email, language } = reader;
  const mails = held.toSorted((a, b) => a.created_at - b.created_at);
  await postMail(trx, {
    ...digest(language as Language, {
      mails,
      url: `${services.config.PUBLIC_URL ?? ''}/desk/mails`,
    }),
    recipient: email,
    language: language as Language,
    at: services.now(),
  });
}

export function startDigester(services: Services, onError?: OnError): Worker {
  return startWorker(
    services,
    'digest',
    ({ subject }) => services.store.transact((trx) => sendDigest({ services, trx }, subject)),
    onError,
  );
}

export async function postDeskNotice(
  scope: Scope,
  number: string,
  event: DeskOccasion,
  linkEndedAt: number | null = null,
): Promise<void> {
  const config = await effectiveConfig(scope.services, scope.trx);
  const { DESK_MAILBOX: recipient, DESK_LANGUAGE: language, TIME_ZONE: timeZone } = config;
  if (!recipient) return;
  const text = deskNotice(language, { number, event, linkEndedAt, timeZone });
  await postToDesk(scope, { ...text, recipient, language, reference: number });
}

interface Change {
  application: Pick<ApplicationRow, 'number' | 'state' | 'kind' | 'requester_id'>;
  event: string;
  by: Pick<Actor, 'role' | 'id'>;
  without?: readonly string[];
}

export async function notifyWatchers(
  scope: Scope,
  { application, event, by, without = [] }: Change,
): Promise<void> {
  const { trx } = scope;
  const { number, state, kind, requester_id } = application;
  const watchers = await trx
    .selectFrom('watch')
    .innerJoin('account', 'account.id', 'watch.account_id')
    .select(['account.id', 'account.email', 'account.language'])
    .where('application_number', '=', number)
    .where((eb) => eb.or([eb('is_reviewer', '=', 1), eb('is_lead', '=', 1)]))
    .where('account.id', 'not in', [by.id, requester_id, ...without])
    .orderBy('account.email')
    .execute();
  if (watchers.length === 0) return;
  const who = by.role === 'reviewer' ? await emailOf(trx, by.id) : roleWords[by.role];
  const facts = { what: wordsFor(event), who, status: stateWords(state, kind).label };
  for (const watcher of watchers) await mailAtDesk(scope, watcher, number, watchedChange, facts);
}

function wordsFor(event: string): MessageDescriptor {
  return event === 'note.add' ? msg`Note added` : (eventWords(event) ?? msg`Changed`);
}
