import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { codes } from '#contract/codes.ts';
import { endpoints } from '#contract/endpoints.ts';
import { MAX_PASSING_ON, type PassingOn } from '#contract/notices.ts';
import { publicForms } from '#contract/stored-forms.ts';
import { isOver } from '#contract/turns.ts';
import { msg } from '#lib/words/msg.ts';
import type { Actor } from '#machines/application.events.ts';
import {
  type ApplicationRow,
  changeAtDesk,
  changeOwn,
  requirePast,
} from '#server/applications/application-row.ts';
import { saveEarlierRecord } from '#server/applications/earlier-records.ts';
import { isApprovalInForce } from '#server/applications/history.ts';
import { applicationMail } from '#server/applications/mails/application-mails.ts';
import { postDeskNotice } from '#server/applications/mails/post-to-desk.ts';
import { mailRequester } from '#server/applications/mails/requester-mail.ts';
import { countRows, findRows, insertMissing, insertRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope, Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Route } from '#server/platform/http/route.ts';

type Facts = Omit<PassingOn, 'noticeId' | 'at'>;

export function bodyNoticeRoutes(route: Route, services: Services): void {
  route(endpoints.deskAcknowledgementAsk, async ({ applicationNumber: number }, { account }) => {
    const action = 'acknowledgement.ask';
    await changeAtDesk(services, account, { number, action }, async (scope, application, by) => {
      const { kind, state, form_json } = application;
      const isFree = kind === 'public' && publicForms.read(form_json).type === 'publicEmergency';
      if (!isFree || isOver(state)) throw new ApiError(codes.notAllowedNow, { state });
      if (await addNotice(scope, by, application, 'acknowledgement', null))
        await mailRequester(scope, number, acknowledgementAsked, {});
      return undefined;
    });
    return { applicationNumber: number };
  });

  route(endpoints.passingOnNotify, async ({ applicationNumber, ...facts }, { account }) => {
    await changeOwn(services, account, applicationNumber, async (scope, application, by) => {
      await requireGiven(scope.trx, application);
      if (await addNotice(scope, by, application, 'passingOn', facts))
        await postDeskNotice(scope, applicationNumber, 'passing.notify');
    });
    return { applicationNumber };
  });

  route(endpoints.erasureNotify, async (input, { account }) => {
    const { applicationNumber } = input;
    await changeOwn(services, account, applicationNumber, (scope, application, by) =>
      recordErasure(scope, by, application, input),
    );
    return { applicationNumber };
  });
}

/**
 * Records that a body erased the data that it received. If the body itself reports this, the desk
 * is mailed.
 * @throws {ApiError} `invalid` for a future day, or `notAllowedNow` when no data were given or the
 *   erasure is already recorded
 */
export async function recordErasure(
  { services, trx }: Scope,
  by: Actor,
  application: ApplicationRow,
  { erasedOn, text = '' }: { erasedOn: string; text?: string | undefined },
): Promise<void> {
  const { number, state } = application;
  const at = services.now();
  requirePast('erasedOn', erasedOn, at);
  await requireGiven(trx, application);
  const recorded = await insertMissing(trx, 'erasure_notice', {
    application_number: number,
    at,
    recorded_by: by.id,
    erased_on: erasedOn,
    text,
  });
  if (recorded === 0) throw new ApiError(codes.notAllowedNow, { state });
  if (by.role === 'requester') await postDeskNotice({ services, trx }, number, 'erasure.notify');
}

/**
 * Withdraws the record that a body erased its data.
 * @throws {ApiError} `notAllowedNow` unless the desk recorded it
 */
export async function withdrawErasure(
  { services, trx }: Scope,
  by: Actor,
  { number, state, requester_id }: ApplicationRow,
  isWithdrawal = true,
): Promise<void> {
  const notice = await trx
    .deleteFrom('erasure_notice')
    .where('application_number', '=', number)
    .where('recorded_by', '<>', requester_id)
    .returningAll()
    .executeTakeFirst();
  if (!notice) throw new ApiError(codes.notAllowedNow, { state });
  const { erased_on: on, text, recorded_by: recordedBy, at: recordedAt } = notice;
  await saveEarlierRecord(
    trx,
    { number, about: 'erasure', subject: number, facts: { on, text }, recordedBy, recordedAt },
    { by: by.id, at: services.now(), isWithdrawal },
  );
}

export async function bodyNoticesOf(db: Kysely<Schema>, number: string) {
  const [rows, [erasure]] = await Promise.all([
    findRows(db, 'body_notice', { application_number: number }, 'at', 'id'),
    findRows(db, 'erasure_notice', { application_number: number }),
  ]);
  const acknowledgementRequest = rows.find(({ about }) => about === 'acknowledgement');
  return {
    passedOn: rows.flatMap(({ id, at, facts_json }): PassingOn[] =>
      facts_json === null ? [] : [{ noticeId: id, at, ...JSON.parse(facts_json) }],
    ),
    acknowledgement: acknowledgementRequest ? { at: acknowledgementRequest.at } : null,
    erasedOn: erasure?.erased_on ?? null,
  };
}

async function requireGiven(
  db: Kysely<Schema>,
  { number, kind, state }: ApplicationRow,
): Promise<void> {
  const approval = await db
    .selectFrom('history_entry as approval')
    .select('approval.at')
    .where('application_number', '=', number)
    .where(isApprovalInForce)
    .executeTakeFirst();
  if (kind !== 'public' || !approval) throw new ApiError(codes.notAllowedNow, { state });
}

async function addNotice(
  { services, trx }: Scope,
  by: Actor,
  { number }: ApplicationRow,
  about: Schema['body_notice']['about'],
  facts: Facts | null,
): Promise<boolean> {
  const facts_json = facts && JSON.stringify(facts);
  const same = await trx
    .selectFrom('body_notice')
    .select('id')
    .where('application_number', '=', number)
    .where('about', '=', about)
    .$if(facts_json !== null, (query) => query.where('facts_json', '=', facts_json))
    .executeTakeFirst();
  if (same) return false;
  const passedOn = trx
    .selectFrom('body_notice')
    .where('application_number', '=', number)
    .where('about', '=', 'passingOn');
  if (about === 'passingOn' && (await countRows(passedOn)) >= MAX_PASSING_ON)
    throw new ApiError(codes.tooManyNotices);
  const id = randomUUID();
  const notice = { id, application_number: number, about, facts_json };
  await insertRows(trx, 'body_notice', { ...notice, at: services.now(), recorded_by: by.id });
  return true;
}

/** For emergencies, in which no compensation is due (Art. 20(1)). */
export const acknowledgementAsked = applicationMail((facts) => [
  msg`Application ${{ number: facts.number }}: public acknowledgement`,
  msg`For the data that you request to respond to a public emergency we ask for no compensation. Under Article 20(1) of Regulation (EU) 2023/2854 (the Data Act), we ask you to acknowledge our contribution publicly once you have received the data.`,
]);
