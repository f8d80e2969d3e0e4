import { type Kysely, sql } from 'kysely';
import type * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import { missingAnswers } from '#contract/information-items.ts';
import type { supplement } from '#contract/order.ts';
import {
  dataRequests,
  isForThirdParty,
  personalForms,
  requestedDataOf,
} from '#contract/stored-forms.ts';
import { answerAt, fileIdsIn } from '#forms/field.ts';
import { filedFields } from '#forms/filed-fields.ts';
import { forgetDraft } from '#server/accounts/drafts/drafts.ts';
import { findRow, insertRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError, invalid } from '#server/platform/http/api-error.ts';
import type { RateLimiter } from '#server/platform/http/rate-limiter.ts';
import type { Account } from '#server/platform/http/route.ts';
import { changedAnswers, filedForm, formsOf, namesIn, searchText } from './answers.ts';
import {
  type ApplicationRow,
  type EventDetails,
  ownApplication,
  snapshotOf,
} from './application-row.ts';
import { applyEvent } from './apply-event.ts';
import { rejectLateAnswer } from './deadlines/deadlines.ts';
import { rejectPersonalData } from './file-application.ts';
import { attachFiles } from './files/stored-files.ts';
import { itemCodes } from './information-items.ts';
import { answerChanges } from './records.ts';
import { sortNameOf } from './sort-names.ts';

type Supplement = z.output<typeof supplement>;

export async function supplyInformation(
  services: Services,
  account: Account,
  stage: 'qualification' | 'dataRequest',
  input: Supplement,
  rateLimiter: RateLimiter,
) {
  const { applicationNumber: number, revision, text = '', files } = input;
  const row = await ownApplication(services, account, number);
  const columns = correctedColumns(row, input);
  const recorded = (db: Kysely<Schema>) =>
    findRow(db, 'supplement', { application_number: number, revision: revision + 1 });
  // On a retry the form is already corrected, so the changes come from the stored record.
  const earlier = await recorded(services.store.db);
  const changes = earlier
    ? answerChanges(earlier.changes_json)
    : changedAnswers(row, { ...row, ...columns });
  const isCorrected = changes.length > 0;
  const files_json = JSON.stringify(files);
  const eventDetails: EventDetails = {
    text,
    columns,
    async permit() {
      await rejectLateAnswer(services, row);
      if (!(stage in Object(snapshotOf(row).value)))
        throw new ApiError(codes.notAllowedNow, { revision: row.revision, state: row.state });
      const fields = missingAnswers({ text, files, isCorrected }, itemCodes(row));
      if (fields.length > 0) throw new ApiError(codes.invalid, { fields });
      if (input.public) rejectPersonalData(input.public, 'public.dataTypes');
      rejectOtherChanges(row, stage, input, { ...row, ...columns });
    },
    isRecorded: async (db) => (await recorded(db))?.files_json === files_json,
    async write(trx, application) {
      await attachFiles({ services, trx }, files, application, rateLimiter);
      await insertRows(trx, 'supplement', {
        application_number: number,
        revision: application.revision,
        at: application.updated_at,
        text,
        files_json,
        changes_json: isCorrected ? JSON.stringify(changes) : null,
      });
      if (columns.form_json === undefined) return;
      const names = searchText('', ...namesIn(application).names);
      await trx
        .updateTable('application_search')
        .set({ text: sql<string>`text || ${names}` })
        .where('application_number', '=', number)
        .execute();
    },
  };
  const changed = await applyEvent(
    services,
    number,
    {
      type: 'information.supply',
      by: { role: 'requester', id: account.id },
      at: services.now(),
      revision,
      ...(isCorrected && { corrected: changes.map(({ field }) => field) }),
    },
    eventDetails,
  );
  await forgetDraft(services, account, `supplement:${number}`);
  return changed;
}

function correctedColumns(row: ApplicationRow, sent: Supplement): Partial<ApplicationRow> {
  const { kind } = row;
  const form = kind === 'personal' ? sent.personal : sent.public;
  const { onBehalfOf } = personalForms.read(row.form_json);
  const forms = {
    ...(form && {
      form_json: formsOf(kind).write({ ...form, onBehalfOf }),
      purpose: form.purpose,
    }),
    ...(sent.dataRequest && { data_request_json: dataRequests.write(sent.dataRequest) }),
  };
  const corrected = { ...row, ...forms };
  return {
    ...forms,
    ...(form && { requester_name: sortNameOf(corrected) }),
    ...(contactOf(corrected) !== contactOf(row) && { contact_confirmed_at: null }),
  };
}

function contactOf(row: ApplicationRow): string | undefined {
  const isRequested = row.kind === 'public' || row.data_request_json !== null;
  return isRequested ? requestedDataOf(row).contactEmail : undefined;
}

function rejectOtherChanges(
  row: ApplicationRow,
  stage: 'qualification' | 'dataRequest',
  input: Supplement,
  corrected: ApplicationRow,
): void {
  const ofRequest = row.kind === 'public' ? 'public' : 'dataRequest';
  const allowed = stage === 'qualification' ? 'personal' : ofRequest;
  const isSame = JSON.stringify(fixedAnswers(row)) === JSON.stringify(fixedAnswers(corrected));
  for (const field of ['personal', 'public', 'dataRequest'] as const)
    if (input[field] && !(field === allowed && isSame)) throw invalid(field, 'choice');
}

function fixedAnswers(row: ApplicationRow) {
  const form = filedForm(row);
  return [
    answerAt(form, 'vehicle.vehicleId'),
    isForThirdParty(row),
    fileIdsIn(filedFields[row.kind], form),
  ];
}
