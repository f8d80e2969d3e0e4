import { randomUUID } from 'node:crypto';
import type { MessageDescriptor } from '@lingui/core';
import type { Kysely, Selectable } from 'kysely';
import type * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import {
  type Dispute,
  type DisputeBody,
  type disputeRecord,
  MAX_OPEN_DISPUTES,
} from '#contract/dispute.ts';
import { disputeBodyWords } from '#forms/recorded-words.ts';
import { durableMachine } from '#lib/durable-machine/durable-machine.ts';
import { msg } from '#lib/words/msg.ts';
import type { Actor } from '#machines/application.events.ts';
import { type DisputeEvent, disputeMachine } from '#machines/dispute.machine.ts';
import {
  insertOwned,
  isSubset,
  loadOwned,
  type OwnedKey,
  type OwnedRow,
  requirePast,
} from '#server/applications/application-row.ts';
import { type EarlierRecord, saveEarlierRecord } from '#server/applications/earlier-records.ts';
import { applicationMail } from '#server/applications/mails/application-mails.ts';
import { postDeskNotice } from '#server/applications/mails/post-to-desk.ts';
import { mailRequester } from '#server/applications/mails/requester-mail.ts';
import { findRows, updateRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { wordsOf } from '#server/platform/words/words.ts';

type DisputeRow = Selectable<Schema['dispute']>;
type Owned = OwnedRow<'dispute'>;

interface EventDetails {
  by: Actor;
  columns?: Partial<DisputeRow>;
}

const disputes = durableMachine<typeof disputeMachine, Scope, OwnedKey, Owned, EventDetails>(
  disputeMachine,
  {
    load: (scope, key) => loadOwned(scope, 'dispute', key),

    read: ({ state, requester_id: requester, outcome, recorded_by }) => ({
      state,
      context: { requester, outcome, isOfHolder: recorded_by !== requester },
    }),

    async save({ services, trx }, { event, row, details }, next) {
      const { requester_id, ...dispute } = row;
      const { by, columns } = details;
      const at = event?.at ?? services.now();
      const isOpen = next.state === 'open';
      const changed: DisputeRow = {
        ...dispute,
        ...columns,
        state: next.state as DisputeRow['state'],
        outcome: next.context.outcome,
        ended_by: isOpen ? null : by.id,
        ended_at: isOpen ? null : at,
      };
      if (event && event.type !== 'dispute.end') {
        const isWithdrawal = event.type.endsWith('.withdraw');
        await saveEarlierRecord(trx, earlierOf(row, event), { by: by.id, at, isWithdrawal });
      }
      await updateRows(trx, 'dispute', { id: row.id }, changed);
      return { ...changed, requester_id };
    },

    notAccepted: (_, { row: { state } }) => new ApiError(codes.notAllowedNow, { state }),

    effects: {
      async notifyOtherSide(scope, { event, row, details: { by } }) {
        const number = row.application_number;
        if (by.role === 'requester') return postDeskNotice(scope, number, 'dispute.record');
        const { body, body_name: bodyName, end_remark: remark } = row;
        const template = disputeMails[event?.type ?? 'dispute.record'];
        await mailRequester(scope, number, template, { body, bodyName, remark: remark ?? '' });
      },
    },
  },
);

interface DisputeFacts {
  body: DisputeBody;
  bodyName: string;
  remark: string;
}

const disputeMail = (subjectOf: (number: string) => MessageDescriptor, text: MessageDescriptor) =>
  applicationMail<DisputeFacts>(({ number, body, bodyName, remark }, language) => {
    const kind = wordsOf(language)(disputeBodyWords[body]);
    const deals = msg`Body that deals with it: ${{ name: bodyName }} (${{ kind }})`;
    return [subjectOf(number), text, deals, remark];
  });

export const disputeMails = {
  'dispute.record': disputeMail(
    (number) => msg`Application ${{ number }}: complaint or dispute recorded`,
    msg`We have recorded that a complaint or dispute about your application is open. Until it has ended, we do not erase the application, its files and its history.`,
  ),
  'dispute.end': disputeMail(
    (number) => msg`Application ${{ number }}: complaint or dispute ended`,
    msg`We have recorded that the complaint or dispute about your application has ended. If that is not so, please tell us on the page of your application.`,
  ),
  'dispute.correct': disputeMail(
    (number) => msg`Application ${{ number }}: complaint or dispute corrected`,
    msg`We have corrected what we recorded about the complaint or dispute about your application. If it is not right, please tell us on the page of your application.`,
  ),
  'dispute.withdraw': disputeMail(
    (number) => msg`Application ${{ number }}: record of a complaint or dispute withdrawn`,
    msg`We wrote to you that a complaint or dispute about your application is open. This was a mistake, and we have withdrawn the record. If a body deals with your application, please tell us on the page of your application.`,
  ),
  'outcome.correct': disputeMail(
    (number) => msg`Application ${{ number }}: outcome of the complaint or dispute corrected`,
    msg`We have corrected the outcome that we recorded of the complaint or dispute about your application. If it is not right, please tell us on the page of your application.`,
  ),
  'outcome.withdraw': disputeMail(
    (number) => msg`Application ${{ number }}: complaint or dispute still open`,
    msg`We wrote to you that the complaint or dispute about your application has ended. This was a mistake: it is still open. Until it has ended, we do not erase the application, its files and its history.`,
  ),
};

/** Records a dispute about a locked application, or returns the id of an identical open one. */
export async function recordDispute(
  { services, trx }: Scope,
  by: Actor,
  { number, requester_id }: Pick<Schema['application'], 'number' | 'requester_id'>,
  input: z.output<typeof disputeRecord.input>,
): Promise<string> {
  const at = services.now();
  requirePast('startedOn', input.startedOn, at);
  const recorded = columnsOf(input);
  const open = await findRows(trx, 'dispute', { application_number: number, ended_at: null });
  // Compares only records of the same party: the desk cannot withdraw those of the requester.
  const isSide = ({ recorded_by }: DisputeRow) =>
    (recorded_by === requester_id) === (by.id === requester_id);
  const same = open.find((each) => isSide(each) && isSubset(recorded, each));
  if (same) return same.id;
  if (open.length >= MAX_OPEN_DISPUTES)
    throw new ApiError(codes.notAllowedNow, { limit: MAX_OPEN_DISPUTES });
  const row = {
    id: randomUUID(),
    application_number: number,
    ...recorded,
    recorded_by: by.id,
    recorded_at: at,
  };
  const { id } = await disputes.start(
    { services, trx },
    { requester: requester_id, isOfHolder: by.id !== requester_id },
    (next) => {
      const state = next.state as DisputeRow['state'];
      return insertOwned(trx, 'dispute', { ...row, state }, requester_id);
    },
    { by },
  );
  return id;
}

const columnsOf = (input: z.output<typeof disputeRecord.input>) => ({
  body: input.body,
  body_name: input.bodyName,
  started_on: input.startedOn,
  reference: input.reference || null,
});

export async function correctDispute(
  scope: Scope,
  by: Actor,
  id: string,
  input: z.output<typeof disputeRecord.input>,
): Promise<void> {
  const { services, trx } = scope;
  const at = services.now();
  requirePast('startedOn', input.startedOn, at);
  const number = input.applicationNumber;
  const { requester_id, ...row } = await loadOwned(scope, 'dispute', {
    id,
    application_number: number,
  });
  const { state } = row;
  if (state !== 'open' || row.recorded_by === requester_id)
    throw new ApiError(codes.notAllowedNow, { state });
  if (isSubset(columnsOf(input), row)) return;
  const before = earlierOf(row, { type: 'dispute.correct' });
  await saveEarlierRecord(trx, before, { by: by.id, at, isWithdrawal: false });
  await updateRows(trx, 'dispute', { id }, columnsOf(input));
  const facts = { body: input.body, bodyName: input.bodyName, remark: '' };
  await mailRequester(scope, number, disputeMails['dispute.correct'], facts);
}

interface DisputeKey {
  id: string;
  number: string;
}

export async function endDispute(
  scope: Scope,
  event: DisputeEvent & { type: 'dispute.end' | 'outcome.correct' },
  { endedOn, remark, id, number }: DisputeKey & { endedOn: string; remark: string },
): Promise<void> {
  requirePast('endedOn', endedOn, event.at);
  const columns = { ended_on: endedOn, end_remark: remark || null };
  const { by, outcome } = event;
  const key = { id, application_number: number };
  const row = await loadOwned(scope, 'dispute', key);
  const isRepeated = isSubset({ ...columns, outcome, ended_by: by.id }, row);
  if (event.type === 'outcome.correct' && isRepeated) return;
  await disputes.send(scope, key, event, { by, columns });
}

export async function withdrawDispute(
  scope: Scope,
  event: DisputeEvent & { type: 'dispute.withdraw' | 'outcome.withdraw' },
  { id, number }: DisputeKey,
): Promise<void> {
  const isOutcome = event.type === 'outcome.withdraw';
  const columns = isOutcome ? { ended_on: null, end_remark: null } : {};
  await disputes.send(scope, { id, application_number: number }, event, { by: event.by, columns });
}

function earlierOf(row: DisputeRow, { type }: { type: string }): EarlierRecord {
  const subject = { number: row.application_number, subject: row.id };
  if (type === 'dispute.correct' || type === 'dispute.withdraw')
    return {
      ...subject,
      about: 'dispute',
      facts: {
        on: row.started_on,
        text: row.reference ?? '',
        body: row.body,
        bodyName: row.body_name,
      },
      recordedBy: row.recorded_by,
      recordedAt: row.recorded_at,
    };
  return {
    ...subject,
    about: 'outcome',
    facts: {
      on: row.ended_on ?? '',
      text: row.end_remark ?? '',
      ...(row.outcome && { outcome: row.outcome }),
    },
    recordedBy: row.ended_by ?? row.recorded_by,
    recordedAt: row.ended_at ?? row.recorded_at,
  };
}

export async function disputesOf(
  db: Kysely<Schema>,
  { number, requester_id }: Pick<Schema['application'], 'number' | 'requester_id'>,
): Promise<Dispute[]> {
  const rows = await findRows(db, 'dispute', { application_number: number }, 'recorded_at', 'id');
  const valid = rows.filter(({ state }) => state !== 'withdrawn');
  return valid.map((row) => ({
    disputeId: row.id,
    body: row.body,
    bodyName: row.body_name,
    startedOn: row.started_on,
    reference: row.reference,
    recordedBy: row.recorded_by === requester_id ? 'requester' : 'reviewer',
    recordedAt: row.recorded_at,
    ended: endOf(row),
  }));
}

function endOf({ ended_on: on, outcome, end_remark: remark, ended_at: at }: DisputeRow) {
  return on === null || outcome === null || at === null ? null : { on, outcome, remark, at };
}
