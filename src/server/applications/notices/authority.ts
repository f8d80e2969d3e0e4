import { randomUUID } from 'node:crypto';
import type { MessageDescriptor } from '@lingui/core';
import { type Kysely, sql } from 'kysely';
import type * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { Language } from '#contract/languages.ts';
import type { authorityNotice as noticeSchema } from '#contract/notices.ts';
import { msg } from '#lib/words/msg.ts';
import type { Actor } from '#machines/application.events.ts';
import {
  concernsAuthority,
  isWithholding,
  type NoticeCause,
  type Withholding,
} from '#machines/refusal-grounds.ts';
import {
  type ApplicationRow,
  changeAtDesk,
  dueAt,
  requirePast,
} from '#server/applications/application-row.ts';
import { saveEarlierRecord } from '#server/applications/earlier-records.ts';
import { isUndone, lastChange } from '#server/applications/history.ts';
import { causeInLaw, refusalFacts } from '#server/applications/law-texts.ts';
import {
  deleteRows,
  findRow,
  insertRows,
  lockRow,
  updateRows,
} from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Route } from '#server/platform/http/route.ts';
import { letter, type MailText, postMail } from '#server/platform/mail/outbox.ts';

const NOT_NOTIFIED = { notified_on: null, how: null, recorded_by: null, recorded_at: null };

export function authorityRoutes(route: Route, services: Services): void {
  route(endpoints.deskAuthorityNotified, async (input, { account }) => {
    const { applicationNumber: number, notifiedOn, how, corrects = false } = input;
    const at = services.now();
    requirePast('notifiedOn', notifiedOn, at);
    const action = corrects ? 'authority.correct' : 'authority.notify';
    await changeAtDesk(services, account, { number, action }, async (scope, application, by) => {
      const { trx } = scope;
      if (corrects) await withdrawNotification(scope, by, application, false);
      const notice = await lockedNotice(scope, number);
      if (!notice || notice.notified_on !== null) throw new ApiError(codes.notAllowedNow);
      const notified = { notified_on: notifiedOn, how, recorded_by: account.id, recorded_at: at };
      await updateNotice(trx, number, notified);
      return notifiedOn;
    });
    return { applicationNumber: number };
  });
}

export async function withdrawNotification(
  { services, trx }: Scope,
  by: Actor,
  { number, state }: ApplicationRow,
  isWithdrawal = true,
): Promise<void> {
  const notice = await lockedNotice({ services, trx }, number);
  const { notified_on: on, how, recorded_by: recordedBy, recorded_at: recordedAt } = notice ?? {};
  if (!on || !recordedBy || !recordedAt) throw new ApiError(codes.notAllowedNow, { state });
  const facts = { on, text: how ?? '' };
  await saveEarlierRecord(
    trx,
    { number, about: 'authority', subject: number, facts, recordedBy, recordedAt },
    { by: by.id, at: services.now(), isWithdrawal },
  );
  await updateNotice(trx, number, NOT_NOTIFIED);
  if (isWithdrawal && notice && (await isTakenBack(trx, notice)))
    await removeAuthorityNotice(trx, number, notice.since);
}

function lockedNotice({ services, trx }: Scope, number: string) {
  return lockRow(services.store, trx, 'authority_notice', { application_number: number });
}

const updateNotice = (
  trx: Kysely<Schema>,
  number: string,
  columns: Partial<Schema['authority_notice']>,
) => updateRows(trx, 'authority_notice', { application_number: number }, columns);

async function isTakenBack(
  trx: Kysely<Schema>,
  { application_number: number, since }: Schema['authority_notice'],
): Promise<boolean> {
  const later = await trx
    .selectFrom('history_entry as decision')
    .innerJoin('history_entry as next', (join) =>
      join
        .onRef('next.application_number', '=', 'decision.application_number')
        .on(sql<boolean>`next.revision = decision.revision + 1`),
    )
    .select('next.event')
    .where('decision.application_number', '=', number)
    .where('decision.at', '=', since)
    .where(({ eb, and, or, not }) =>
      or([
        eb('next.event', '=', 'decision.undo'),
        and([eb('next.event', '=', 'application.reopen'), not(isUndone('next'))]),
      ]),
    )
    .executeTakeFirst();
  return later !== undefined;
}

export const authorityTopic = (number: string, revision: number) =>
  `decision ${number} ${revision}, authority`;

/** Returns the mail to the authority about the last decision up to a revision. */
export async function findAuthorityMail(
  db: Kysely<Schema>,
  upTo: Pick<ApplicationRow, 'number' | 'revision'>,
): Promise<Pick<Schema['mail'], 'recipient' | 'language'> | undefined> {
  const { revision = 0 } = (await lastChange(db, upTo)) ?? {};
  return findRow(db, 'mail', { topic: authorityTopic(upTo.number, revision) });
}

/**
 * Withdraws the notice of a refusal that a lead has taken back: removes an open task, and mails the
 * authority if it was mailed before.
 */
export async function withdrawAuthorityNotice(
  { services, trx }: Scope,
  row: ApplicationRow,
): Promise<void> {
  const { number, revision } = row;
  const refusal = await lastChange(trx, { number, revision: revision - 1 });
  if (refusal) await removeAuthorityNotice(trx, number, refusal.at);
  const mailed = await findAuthorityMail(trx, { number, revision: revision - 1 });
  if (!mailed) return;
  const { recipient } = mailed;
  const language = mailed.language as Language;
  const { HOLDER_NAME: holderName } = services.config;
  await postMail(trx, {
    ...refusalTakenBack(language, { number, holderName }),
    recipient,
    language,
    at: services.now(),
    dueAt: dueAt(services, row),
    topic: authorityTopic(number, revision),
    reference: number,
  });
}

/** Adds the task again that a reopening removed, because the reopening was undone. */
export async function restoreAuthorityNotice(scope: Scope, row: ApplicationRow): Promise<void> {
  const end = await lastChange(scope.trx, row);
  const { ground } = refusalFacts.read(end?.facts_json ?? '{}');
  if (!end || !ground || !concernsAuthority(ground)) return;
  if (!(await findAuthorityMail(scope.trx, row)))
    await addAuthorityNotice(scope, row.number, end.at);
}

export async function removeAuthorityNotice(
  trx: Kysely<Schema>,
  number: string,
  since: number,
): Promise<void> {
  const removed = await deleteRows(trx, 'authority_notice', {
    application_number: number,
    since,
    notified_on: null,
  });
  const past =
    removed.length > 0 &&
    (await trx
      .selectFrom('past_authority_notice')
      .selectAll()
      .where('application_number', '=', number)
      .orderBy('since', 'desc')
      .executeTakeFirst());
  if (!past) return;
  const { id, ...latest } = past;
  await insertRows(trx, 'authority_notice', latest);
  await deleteRows(trx, 'past_authority_notice', { id });
}

/**
 * Adds the task of notifying the competent authority of a decision. An open task keeps its date; a
 * completed one becomes a past notice. The caller has locked the application.
 */
export async function addAuthorityNotice(
  scope: Scope,
  number: string,
  since: number,
): Promise<void> {
  const { trx } = scope;
  const open = { since, ...NOT_NOTIFIED };
  const previous = await lockedNotice(scope, number);
  if (previous) {
    const { notified_on, how, recorded_by, recorded_at } = previous;
    if (previous.since === since) return;
    if (notified_on === null || how === null || recorded_by === null || recorded_at === null)
      return;
    await insertRows(trx, 'past_authority_notice', {
      ...previous,
      id: randomUUID(),
      notified_on,
      how,
      recorded_by,
      recorded_at,
    });
    await updateNotice(trx, number, open);
  } else await insertRows(trx, 'authority_notice', { application_number: number, ...open });
}

export async function findAuthorityNotice(
  db: Kysely<Schema>,
  number: string,
): Promise<z.infer<typeof noticeSchema> | null> {
  const [row, earlier] = await Promise.all([
    db
      .selectFrom('authority_notice')
      .leftJoin('account', 'account.id', 'authority_notice.recorded_by')
      .select(['since', 'notified_on', 'how', 'recorded_at', 'account.email as recorded_by'])
      .where('application_number', '=', number)
      .executeTakeFirst(),
    db
      .selectFrom('past_authority_notice')
      .innerJoin('account', 'account.id', 'past_authority_notice.recorded_by')
      .select(['since', 'notified_on as on', 'how', 'recorded_at as at'])
      .select('account.email as recordedBy')
      .where('application_number', '=', number)
      .orderBy('since')
      .execute(),
  ]);
  if (!row) return null;
  const { since, notified_on: on, how, recorded_at: at, recorded_by: recordedBy } = row;
  const isOpen = on === null || at === null;
  const notified = isOpen ? null : { on, how: how ?? '', at, recordedBy: recordedBy ?? '' };
  return { since, notified, earlier };
}

interface NoticeFacts {
  number: string;
  holderName: string;
  cause: NoticeCause;
  text: string;
}

const words: Readonly<
  Record<
    Withholding | 'refusal',
    (number: string) => readonly [MessageDescriptor, MessageDescriptor]
  >
> = {
  refusal: (number) => [
    msg`Notice: access to data refused, application ${{ number }}`,
    msg`Under Regulation (EU) 2023/2854 (the Data Act), we notify you that we have refused access to data for this reason:`,
  ],
  withholding: (number) => [
    msg`Notice: sharing of data withheld, application ${{ number }}`,
    msg`Under Regulation (EU) 2023/2854 (the Data Act), we notify you that we have withheld the sharing of data for this reason:`,
  ],
  suspension: (number) => [
    msg`Notice: sharing of data suspended, application ${{ number }}`,
    msg`Under Regulation (EU) 2023/2854 (the Data Act), we notify you that we have suspended the sharing of data for this reason:`,
  ],
};

export function authorityNotice(
  language: Language,
  { number, holderName, cause, text }: NoticeFacts,
): MailText {
  const [subject, opening] = words[isWithholding(cause) ? cause : 'refusal'](number);
  return letter(
    language,
    subject,
    msg`Dear Sir or Madam,`,
    opening,
    causeInLaw(language, cause),
    ...(isWithholding(cause)
      ? [msg`The measures concerned, as we wrote to the requester:`, text]
      : []),
    msg`Application number: ${{ number }}`,
    regards(holderName),
  );
}

export function refusalTakenBack(
  language: Language,
  { number, holderName }: Pick<NoticeFacts, 'number' | 'holderName'>,
): MailText {
  return letter(
    language,
    msg`Notice: refusal taken back, application ${{ number }}`,
    msg`Dear Sir or Madam,`,
    msg`We notified you that we had refused access to data. We have taken back this refusal: the application is open again.`,
    msg`Application number: ${{ number }}`,
    regards(holderName),
  );
}

const regards = (holderName: string): MessageDescriptor => ({
  ...msg({
    message: 'Kind regards,\n{holderName}, as data holder',
    context: 'to an authority',
  }),
  values: { holderName },
});
