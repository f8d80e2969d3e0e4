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
import type { Language } from '#contract/languages.ts';
import { disputeBodyWords } from '#forms/recorded-words.ts';
import { durableMachine } from '#lib/durable-machine/durable-machine.ts';
import { msg } from '#lib/words/msg.ts';
import type { Actor } from '#machines/application.events.ts';
import { type DisputeEvent, disputeMachine } from '#machines/dispute.machine.ts';
import { requirePast } from '#server/applications/application-access.ts';
import { isSubset } from '#server/applications/application-row.ts';
import { applicationMail } from '#server/applications/mails/application-mails.ts';
import { postDeskNotice } from '#server/applications/mails/post-to-desk.ts';
import { mailRequester } from '#server/applications/mails/requester-mail.ts';
import { loadOwned, type OwnedRow } from '#server/applications/owned-row.ts';
import { rowsOf } from '#server/applications/rows-of.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Scope } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import { wordsOf } from '#server/platform/words/words.ts';

type DisputeRow = Selectable<Schema['dispute']>;
type Owned = OwnedRow<'dispute'>;

interface EventDetails {
  by: Actor;
  end?: Pick<DisputeRow, 'ended_on' | 'end_remark'>;
}

const disputes = durableMachine<typeof disputeMachine, Scope, string, Owned, EventDetails>(
  disputeMachine,
  {
    load: (scope, id) => loadOwned(scope, 'dispute', 'id', id),

    read: ({ state, requester_id: requester, outcome }) => ({
      state,
      context: { requester, outcome },
    }),

    async save({ services, trx }, { event, row, details }, next) {
      const { requester_id, ...dispute } = row;
      const changed: DisputeRow = {
        ...dispute,
        ...details.end,
        state: next.state as DisputeRow['state'],
        outcome: next.context.outcome,
        ended_by: details.by.id,
        ended_at: event?.at ?? services.now(),
      };
      await trx.updateTable('dispute').set(changed).where('id', '=', row.id).execute();
      return { ...changed, requester_id };
    },

    notAccepted: (_, { row: { state } }) => new ApiError(codes.notAllowedNow, { state }),

    effects: {
      async notifyOtherSide(scope, { row, details: { by } }) {
        const number = row.application_number;
        if (by.role === 'requester') return postDeskNotice(scope, number, 'dispute.record');
        const template = row.ended_on === null ? disputeRecorded : disputeEnded;
        await mailRequester(scope, { number, requester_id: row.requester_id }, template, {
          body: row.body,
          bodyName: row.body_name,
          remark: row.end_remark ?? '',
        });
      },
    },
  },
);

/** Records a dispute about a locked application. An identical open one is returned instead. */
export async function recordDispute(
  { services, trx }: Scope,
  by: Actor,
  { number, requester_id }: Pick<Schema['application'], 'number' | 'requester_id'>,
  input: z.output<typeof disputeRecord.input>,
): Promise<string> {
  const at = services.now();
  requirePast('startedOn', input.startedOn, at);
  const recorded = {
    body: input.body,
    body_name: input.bodyName,
    started_on: input.startedOn,
    reference: input.reference || null,
  };
  const open = await trx
    .selectFrom('dispute')
    .selectAll()
    .where('application_number', '=', number)
    .where('ended_at', 'is', null)
    .execute();
  const same = open.find((one) => isSubset(recorded, one));
  if (same) return same.id;
  if (open.length >= MAX_OPEN_DISPUTES)
    throw new ApiError(codes.notAllowedNow, { limit: MAX_OPEN_DISPUTES });
  const { id } = await disputes.start(
    { services, trx },
    { requester: requester_id },
    async ({ state }) => {
      const row = await trx
        .insertInto('dispute')
        .values({
          id: randomUUID(),
          application_number: number,
          state: state as DisputeRow['state'],
          ...recorded,
          recorded_by: by.id,
          recorded_at: at,
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return { ...row, requester_id };
    },
    { by },
  );
  return id;
}

/**
 * @throws {ApiError} `notFound`, `invalid` for a future day, or `notAllowedNow` when it has ended
 */
export async function endDispute(
  { services, trx }: Scope,
  event: DisputeEvent,
  { id, ...end }: { id: string; number: string; endedOn: string; remark: string },
): Promise<void> {
  requirePast('endedOn', end.endedOn, event.at);
  const { application_number } = await disputes.send({ services, trx }, id, event, {
    by: event.by,
    end: { ended_on: end.endedOn, end_remark: end.remark || null },
  });
  if (application_number !== end.number) throw new ApiError(codes.notFound);
}

export async function disputesOf(
  db: Kysely<Schema>,
  { number, requester_id }: Pick<Schema['application'], 'number' | 'requester_id'>,
): Promise<Dispute[]> {
  const rows = await rowsOf(db, 'dispute', number, 'recorded_at', 'id');
  return rows.map((row) => ({
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

interface DisputeFacts {
  body: DisputeBody;
  bodyName: string;
  remark: string;
}

export const disputeRecorded = applicationMail<DisputeFacts>((facts, language) => [
  msg`Application ${{ number: facts.number }}: complaint or dispute recorded`,
  msg`We have recorded that a complaint or dispute about your application is open. Until it has ended, we do not erase the application, its files and its history.`,
  bodyOf(language, facts),
]);

export const disputeEnded = applicationMail<DisputeFacts>((facts, language) => [
  msg`Application ${{ number: facts.number }}: complaint or dispute ended`,
  msg`We have recorded that the complaint or dispute about your application has ended. If that is not so, please tell us on the page of your application.`,
  bodyOf(language, facts),
  facts.remark,
]);

function bodyOf(language: Language, { body, bodyName }: DisputeFacts): MessageDescriptor {
  const kind = wordsOf(language)(disputeBodyWords[body]);
  return msg`Body that deals with it: ${{ name: bodyName }} (${{ kind }})`;
}
