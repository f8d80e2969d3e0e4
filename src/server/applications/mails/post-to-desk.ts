import { randomUUID } from 'node:crypto';
import type { MessageDescriptor } from '@lingui/core';
import type { Transaction } from 'kysely';
import type { Language } from '#contract/languages.ts';
import { eventWords, roleWords } from '#forms/events.ts';
import { stateWords } from '#forms/states.ts';
import { HOUR } from '#lib/words/durations.ts';
import { msg, plural } from '#lib/words/msg.ts';
import type { Actor, ApplicationEvent } from '#machines/application.events.ts';
import { type ApplicationRow, emailOf } from '#server/applications/application-row.ts';
import { effectiveConfig } from '#server/applications/deadlines/desk-settings.ts';
import { deleteRows, findRow, insertRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { OnError, Scope, Services } from '#server/platform/database/services.ts';
import { enqueue, type Priority } from '#server/platform/jobs/queue.ts';
import { startWorker, type Worker } from '#server/platform/jobs/worker.ts';
import {
  letter,
  type MailText,
  points,
  postMail,
  removeMails,
} from '#server/platform/mail/outbox.ts';
import { instantText, wordsOf } from '#server/platform/words/words.ts';

export type Mail<Facts> = (language: Language, facts: Facts) => MailText;

export interface AtDesk {
  number: string;
  url: string;
}

export const dueAtDesk: Mail<AtDesk & { until: number; timeZone: string }> = (
  language,
  { until, timeZone, ...application },
) =>
  letter(
    language,
    msg`Desk: application ${{ number: application.number }} is due soon`,
    msg`We must deal with this application by ${{ until: instantText(language, until, timeZone) }}.`,
    atDesk(application),
  );

export const watchedChange: Mail<
  AtDesk & {
    what: MessageDescriptor;
    who: string | MessageDescriptor;
    status: MessageDescriptor;
  }
> = (language, { what, who, status, ...application }) => {
  const translate = wordsOf(language);
  const by = typeof who === 'string' ? who : translate(who);
  return letter(
    language,
    msg`Desk: application ${{ number: application.number }}, which you watch`,
    msg`What happened: ${{ what: translate(what) }}\nBy: ${{ by }}\nProcessing status: ${{ status: translate(status) }}`,
    atDesk(application),
    msg`You get this e-mail because you watch this application. You can stop that on its page.`,
  );
};

interface ByColleague {
  number: string;
  by: string;
}

const colleagueMail =
  (
    word: (facts: ByColleague) => [subject: MessageDescriptor, text: MessageDescriptor],
  ): Mail<AtDesk & ByColleague> =>
  (language, facts) =>
    letter(language, ...word(facts), atDesk(facts));

/** To staff mentioned in a note, without its text, which can be read only at the desk. */
export const mentioned = colleagueMail(({ number, by }) => [
  msg`Desk: a note on application ${{ number }} mentions you`,
  msg`${{ by }} mentioned you in an internal note. You can read it at the desk.`,
]);

export const handedOver = colleagueMail(({ number, by }) => [
  msg`Desk: application ${{ number }} was handed over to you`,
  msg`${{ by }} handed this application over to you. It is in your list at the desk.`,
]);

export const allHandedOver: Mail<{ by: string; applications: readonly AtDesk[] }> = (
  language,
  { by, applications },
) =>
  letter(
    language,
    msg`Desk: ${plural({ count: applications.length }, { one: '# application was handed over to you', other: '# applications were handed over to you' })}`,
    msg`${{ by }} handed these applications over to you. They are in your list at the desk.`,
    points(applications.map(({ number, url }) => `${number}: ${url}`)),
  );

export const takenBack = colleagueMail(({ number, by }) => [
  msg`Desk: application ${{ number }} was taken back`,
  msg`${{ by }} took this application back. It is no longer in your list at the desk.`,
]);

export const opinionAsked = colleagueMail(({ number, by }) => [
  msg`Desk: your opinion on application ${{ number }}`,
  msg`${{ by }} asks for your opinion on this application. The question is at the desk.`,
]);

export const opinionGiven = colleagueMail(({ number, by }) => [
  msg`Desk: an opinion on application ${{ number }}`,
  msg`${{ by }} has given the opinion that you asked for. You can read it at the desk.`,
]);

export const digest: Mail<{ mails: readonly MailText[]; url: string }> = (
  language,
  { mails, url },
) =>
  letter(
    language,
    msg`Desk: ${plural({ count: mails.length }, { one: '# message', other: '# messages' })}`,
    ...mails.map(({ subject, body }) => `${subject}\n${'-'.repeat(60)}\n${body}`),
    msg`You get this e-mail once an hour because you chose that. You can change it here: ${{ url }}`,
  );

const atDesk = ({ number, url }: AtDesk) =>
  msg`Application number: ${{ number }}\nThe application at the desk: ${{ url }}`;

export type DeskOccasion =
  | ApplicationEvent['type']
  | 'application.file'
  | 'dispute.record'
  | 'quote.accept'
  | 'quote.object'
  | 'erasure.notify'
  | 'passing.notify';

const occasions: Partial<Record<DeskOccasion, MessageDescriptor>> = {
  'application.file': msg`A new application was filed.`,
  'information.supply': msg`The requester supplied the supplementary information.`,
  'data.request': msg`The requester filed the data request.`,
  'application.terminate': msg`The requester ended the application.`,
  'dispute.record': msg`The requester recorded a complaint or dispute. Until it has ended, nothing of the application is erased.`,
  'quote.accept': msg`The public sector body accepted the quote of the compensation.`,
  'quote.object': msg`The public sector body objected to the quote of the compensation. It may lodge a complaint with the competent authority (Article 20(5)).`,
  'erasure.notify': msg`The public sector body reported that it erased the data that it was given (Article 19(1)(c)).`,
  'passing.notify': msg`The public sector body passes on the data that it was given (Article 21(5)). To whom, why and until when is at the desk.`,
  'link.ended': msg`The vehicle is no longer linked to the requester’s account. Nobody can request or approve data for it.`,
  'link.renewed': msg`The vehicle is linked to the requester’s account again.`,
};

export const deskNotice: Mail<{
  number: string;
  event: DeskOccasion;
  linkEndedAt: number | null;
  timeZone: string;
}> = (language, { number, event, linkEndedAt, timeZone }) =>
  letter(
    language,
    msg`Desk: application ${{ number }}`,
    occasions[event] ?? msg`The application has changed.`,
    ...(linkEndedAt === null
      ? []
      : [msg`The link ended on ${{ ended: instantText(language, linkEndedAt, timeZone) }}.`]),
    msg`Application number: ${{ number }}`,
  );

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
  const what = event === 'note.add' ? msg`Note added` : (eventWords(event) ?? msg`Changed`);
  const facts = { what, who, status: stateWords(state, kind).label };
  for (const watcher of watchers) await mailAtDesk(scope, watcher, number, watchedChange, facts);
}
