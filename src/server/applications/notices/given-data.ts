import { type Kysely, type SelectQueryBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import { extentIn } from '#contract/delivery-extent.ts';
import type { DataOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import type { erasureNotice } from '#contract/notices.ts';
import type { StoredPublicForm } from '#contract/public-form.ts';
import { hasTag, statesWith } from '#contract/stored-application.ts';
import { publicForms } from '#contract/stored-forms.ts';
import { truncate } from '#lib/words/truncate.ts';
import {
  changeAtDesk,
  findApplication,
  isOfRequester,
} from '#server/applications/application-row.ts';
import { isApprovalInForce } from '#server/applications/history.ts';
import { sortName } from '#server/applications/sort-names.ts';
import { countRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Route } from '#server/platform/http/route.ts';
import { recordErasure, withdrawErasure } from './body-notices.ts';

type Notice = z.infer<typeof erasureNotice>;

export function erasureRoutes(route: Route, services: Services): void {
  const { store } = services;

  route(endpoints.deskErasureLedger, async ({ sameAs, search, page, pageSize }) => {
    const deliveries = selectGiven(store.db)
      .leftJoin('account', 'account.id', 'erasure_notice.recorded_by')
      .select(['erasure_notice.at', 'erasure_notice.erased_on', 'erasure_notice.text'])
      .select('account.email as recorded_by');
    if (sameAs !== undefined) {
      const application = await findApplication(store.db, sameAs);
      if (application.kind !== 'public') throw new ApiError(codes.notFound);
      const numbers = await sameDataGiven(store.db, application, search);
      const shown = numbers.slice((page - 1) * pageSize, page * pageSize);
      return { total: numbers.length, items: (await rowsInOrder(deliveries, shown)).map(itemOf) };
    }
    const rows = await deliveries
      .orderBy('approval.at', 'desc')
      .orderBy('application.number')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute();
    return { total: await countRows(deliveries), items: rows.map(itemOf) };
  });

  route(endpoints.deskErasureRecord, async (input, { account }) => {
    const { applicationNumber: number, erasedOn, corrects = false } = input;
    const action = corrects ? 'erasure.correct' : 'erasure.record';
    await changeAtDesk(services, account, { number, action }, async (scope, application, by) => {
      if (corrects) await withdrawErasure(scope, by, application, false);
      await recordErasure(scope, by, application, input);
      return erasedOn;
    });
    return { applicationNumber: number };
  });
}

export async function findNotice(db: Kysely<Schema>, number: string): Promise<Notice | null> {
  const row = await db
    .selectFrom('erasure_notice')
    .innerJoin('account', 'account.id', 'erasure_notice.recorded_by')
    .select(['erasure_notice.at', 'erasure_notice.erased_on', 'erasure_notice.text'])
    .select('account.email as recorded_by')
    .where('application_number', '=', number)
    .executeTakeFirst();
  return row ? noticeOf(row) : null;
}

const itemOf = (row: GivenRow & Parameters<typeof noticeOf>[0]) => ({
  ...givenOf(row),
  notice: noticeOf(row),
});

function noticeOf(
  row: { [Column in 'erased_on' | 'text' | 'recorded_by']: string | null } & {
    at: number | null;
  },
): Notice | null {
  const { at, erased_on: erasedOn, text, recorded_by: recordedBy } = row;
  if (at === null || erasedOn === null) return null;
  return { at, erasedOn, text: text ?? '', recordedBy: recordedBy ?? '' };
}

type Given = DataOf<typeof endpoints.deskErasureLedger>['items'][number];
type GivenData = Omit<Given, 'notice'>;

const MAX_COMPARED = 5000;

const SHOWN = 3;

/**
 * Finds data of the same kind that were given to another public-sector body and not reported as
 * erased: a ground to decline (Art. 18(2)(b)). Empty once the application has ended.
 */
export async function alreadyGiven(
  db: Kysely<Schema>,
  application: Schema['application'],
): Promise<{ total: number; items: GivenData[] }> {
  if (application.kind !== 'public' || hasTag(application.state, 'ended'))
    return { total: 0, items: [] };
  const numbers = await sameDataGiven(db, application);
  const rows = await rowsInOrder(selectGiven(db), numbers.slice(0, SHOWN));
  return { total: numbers.length, items: rows.map(givenOf) };
}

/**
 * Returns requests, newest first, by which other bodies received the same data and did not report
 * their erasure. Data are the same if a data type is in common and the periods overlap.
 * @param search part of the body's name or of the number
 */
async function sameDataGiven(
  db: Kysely<Schema>,
  application: Schema['application'],
  search = '',
): Promise<string[]> {
  const requested = publicForms.read(application.form_json);
  const part = { name: sortName(search), number: search.trim().toUpperCase() };
  const rows = await approvedOf(db)
    .select(['application.number', 'requester_name'])
    .select(['approval.facts_json as approval', formUnlessLimited.as('form_json')])
    .where('erasure_notice.at', 'is', null)
    .where((eb) => eb.not(isOfRequester(application)(eb)))
    .orderBy('approval.at', 'desc')
    .orderBy('application.number')
    .limit(MAX_COMPARED)
    .execute();
  return rows
    .filter(
      ({ number, requester_name, approval, form_json }) =>
        (requester_name.includes(part.name) || number.includes(part.number)) &&
        overlaps(extentIn(approval) ?? publicForms.read(form_json ?? '{}'), requested),
    )
    .map(({ number }) => number);
}

/** Selects the form, which is large, only for approvals without an extent. */
const formUnlessLimited = sql<string | null>`
  case when approval.facts_json like '%"extent":%' then null else application.form_json end`;

/**
 * Returns the request by which another body received the same data, with that body's name.
 * @throws {ApiError} `invalid` if `number` names no such request
 */
export async function earlierRequest(
  db: Kysely<Schema>,
  application: Schema['application'],
  number: string | undefined,
): Promise<{ application: string; body: string }> {
  const problem = number === undefined ? 'required' : 'choice';
  if (!number || !(await sameDataGiven(db, application)).includes(number))
    throw new ApiError(codes.invalid, { fields: [{ field: 'earlier', problem }] });
  const { form_json } = await findApplication(db, number);
  return { application: number, body: publicForms.read(form_json).departmentName ?? '' };
}

function approvedOf(db: Kysely<Schema>) {
  return db
    .selectFrom('application')
    .leftJoin('erasure_notice', 'erasure_notice.application_number', 'application.number')
    .innerJoin('history_entry as approval', 'approval.application_number', 'application.number')
    .where(isApprovalInForce)
    .where('application.kind', '=', 'public')
    .where('application.state', 'in', statesWith('decided'));
}

function selectGiven(db: Kysely<Schema>) {
  return approvedOf(db)
    .select(['application.number', 'application.form_json', 'application.purpose'])
    .select(['approval.at as approved_at', 'approval.facts_json as approval']);
}

type GivenRow = Awaited<ReturnType<ReturnType<typeof selectGiven>['execute']>>[number];

function givenOf(row: GivenRow): GivenData {
  const { departmentName = null, ...requested } = publicForms.read(row.form_json);
  const { dataTypes, from = null, to = null } = extentIn(row.approval) ?? requested;
  return {
    applicationNumber: row.number,
    departmentName,
    purpose: truncate(row.purpose, MAX_PURPOSE_LENGTH),
    dataTypes,
    from,
    to,
    approvedAt: row.approved_at,
  };
}

export const MAX_PURPOSE_LENGTH = 200;

async function rowsInOrder<Row extends { number: string }>(
  query: SelectQueryBuilder<Schema, 'application', Row>,
  numbers: readonly string[],
): Promise<Row[]> {
  if (numbers.length === 0) return [];
  const rows = await query.where('application.number', 'in', numbers).execute();
  return rows.toSorted((a, b) => numbers.indexOf(a.number) - numbers.indexOf(b.number));
}

function overlaps(
  delivered: Pick<StoredPublicForm, 'dataTypes' | 'from' | 'to'>,
  requested: StoredPublicForm,
): boolean {
  const isBefore = (from?: string | null, to?: string | null) =>
    !from || !to || Date.parse(from) < Date.parse(to);
  return (
    delivered.dataTypes.some((type) => requested.dataTypes.includes(type)) &&
    isBefore(delivered.from, requested.to) &&
    isBefore(requested.from, delivered.to)
  );
}
