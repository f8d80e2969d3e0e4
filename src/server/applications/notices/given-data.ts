import type { Kysely, SelectQueryBuilder } from 'kysely';
import { extentIn } from '#contract/delivery-extent.ts';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { StoredPublicForm } from '#contract/public-form.ts';
import { hasTag, statesWith } from '#contract/stored-application.ts';
import { publicForms } from '#contract/stored-forms.ts';
import { sortName } from '#server/applications/sort-name.ts';
import type { Schema } from '#server/platform/database/schema.ts';

type Given = DataOf<typeof endpoints.deskErasureLedger>['items'][number];
type GivenData = Omit<Given, 'notice'>;

/** Approvals that are compared with one request: the newest. */
const COMPARED = 5000;

/** Of the same data given before, those that the page of an application shows. */
const SHOWN = 3;

/**
 * The same data that another public-sector body was given and did not report erased: a ground to
 * decline (Art. 18(2)(b)). The newest with how many there are; none once the application has ended.
 */
export async function alreadyGiven(
  db: Kysely<Schema>,
  application: Pick<Schema['application'], 'kind' | 'form_json' | 'requester_id' | 'state'>,
): Promise<{ total: number; items: GivenData[] }> {
  if (application.kind !== 'public' || hasTag(application.state, 'ended'))
    return { total: 0, items: [] };
  const numbers = await sameDataGiven(db, application);
  const rows = await inOrder(selectGiven(db), numbers.slice(0, SHOWN));
  return { total: numbers.length, items: rows.map(givenOf) };
}

/**
 * Numbers of the requests by which another body was given the same data and did not report their
 * erasure, newest first. The same: a data type in common, and times that overlap.
 */
export async function sameDataGiven(
  db: Kysely<Schema>,
  application: Pick<Schema['application'], 'form_json' | 'requester_id'>,
): Promise<string[]> {
  const asked = publicForms.read(application.form_json);
  const body = { name: bodyKey(sortName(asked.departmentName)), account: application.requester_id };
  const rows = await approvedOf(db)
    .select(['application.number', 'requester_id', 'requester_name'])
    .select('approval.facts_json as approval')
    .where('erasure_notice.at', 'is', null)
    .orderBy('application.updated_at', 'desc')
    .orderBy('application.number')
    .limit(COMPARED)
    .execute();
  const others = rows
    .filter(
      ({ requester_id: account, requester_name }) =>
        !isSameBody(body, { name: bodyKey(requester_name), account }),
    )
    .map(({ number, approval }) => ({ number, extent: extentIn(approval) }));
  // A form is long: it is read of those approvals alone that say no extent.
  const unlimited = await formsOf(
    db,
    others.filter(({ extent }) => extent === null).map(({ number }) => number),
  );
  return others
    .filter(({ number, extent }) => {
      const given = extent ?? unlimited.get(number);
      return given !== undefined && overlaps(given, asked);
    })
    .map(({ number }) => number);
}

interface Body {
  /** Empty where it was not given. */
  name: string;
  account: string;
}

/** A body may have several accounts, and an account may file for several bodies. */
function isSameBody(one: Body, other: Body): boolean {
  return one.name && other.name ? one.name === other.name : one.account === other.account;
}

/** A body's name without what two people write differently. */
function bodyKey(sortedName: string): string {
  return sortedName.replace(/[^\p{Letter}\p{Number}]+/gu, ' ').trim();
}

async function formsOf(db: Kysely<Schema>, numbers: readonly string[]) {
  if (numbers.length === 0) return new Map<string, StoredPublicForm>();
  const rows = await db
    .selectFrom('application')
    .select(['number', 'form_json'])
    .where('number', 'in', numbers)
    .execute();
  return new Map(rows.map(({ number, form_json }) => [number, publicForms.read(form_json)]));
}

/** Approved requests of public-sector bodies, with approval and notice of erasure. */
function approvedOf(db: Kysely<Schema>) {
  return db
    .selectFrom('application')
    .leftJoin('erasure_notice', 'erasure_notice.application_number', 'application.number')
    .leftJoin('history_entry as approval', (join) =>
      join
        .onRef('approval.application_number', '=', 'application.number')
        .on('approval.event', '=', 'data.approve'),
    )
    .where('application.kind', '=', 'public')
    .where('application.state', 'in', statesWith('downloadable'));
}

/** Data given to public-sector bodies, as {@link givenOf} takes them. */
export function selectGiven(db: Kysely<Schema>) {
  return approvedOf(db)
    .select(['application.number', 'application.form_json', 'application.purpose'])
    .select(['application.updated_at', 'approval.facts_json as approval']);
}

/**
 * Data given: in the extent of the approval, or all that was asked for where it has none. An approved
 * application does not change any more: it was touched last then.
 */
export function givenOf(row: {
  number: string;
  form_json: string;
  purpose: string;
  updated_at: number;
  approval: string | null;
}): GivenData {
  const { departmentName = null, ...asked } = publicForms.read(row.form_json);
  const { dataTypes, from = null, to = null } = extentIn(row.approval) ?? asked;
  return {
    applicationNumber: row.number,
    departmentName,
    purpose: beginningOf(row.purpose),
    dataTypes,
    from,
    to,
    approvedAt: row.updated_at,
  };
}

/** Most characters of a purpose, which may have thousands. */
const BEGINNING = 200;

function beginningOf(text: string): string {
  if (text.length <= BEGINNING) return text;
  // No half of a word, and none of a character of two code units.
  const whole = text.slice(0, BEGINNING).replace(/(\s+\S*|[\uD800-\uDBFF])$/, '');
  return `${whole}…`;
}

/** Rows of these numbers, in their order. */
export async function inOrder<Row extends { number: string }>(
  given: SelectQueryBuilder<Schema, 'application', Row>,
  numbers: readonly string[],
): Promise<Row[]> {
  if (numbers.length === 0) return [];
  const rows = await given.where('application.number', 'in', numbers).execute();
  return rows.toSorted((a, b) => numbers.indexOf(a.number) - numbers.indexOf(b.number));
}

/** A time that was not given has no bound. */
function overlaps(
  given: Pick<StoredPublicForm, 'dataTypes' | 'from' | 'to'>,
  asked: StoredPublicForm,
): boolean {
  const isBefore = (from?: string | null, to?: string | null) =>
    !from || !to || Date.parse(from) < Date.parse(to);
  return (
    given.dataTypes.some((type) => asked.dataTypes.includes(type)) &&
    isBefore(given.from, asked.to) &&
    isBefore(asked.from, given.to)
  );
}
