import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { fullName } from '#contract/full-name.ts';
import type { Language } from '#contract/languages.ts';
import { MAX_COUNTED } from '#contract/queue.ts';
import type { QueueOrder } from '#contract/queue-orders.ts';
import { applicationStates, isApplicationState } from '#contract/stored-application.ts';
import { personalForms, publicForms } from '#contract/stored-forms.ts';
import { turnOf } from '#contract/turns.ts';
import type { Account } from '#server/platform/http/route.ts';
import { appendAuditEvent } from '#server/platform/store/audit-log.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import type { Services } from '#server/platform/store/services.ts';
import { selectSummaries, summaryOf } from '#server/workflow/application/records.ts';
import { dueDayOf } from '#server/workflow/clock/application-clock.ts';

type Filter = InputOf<typeof endpoints.deskQueue>;
type Order = Pick<Filter, 'sort' | 'descending'>;
type Found = SelectQueryBuilder<Schema, 'application', object>;

/** Matches up to which a search is answered from its list of numbers; a wider one in due order. */
const FEW = 5000;

/** A page of the desk's queue, what is due first on top, as the account `reader` sees it in `language`. */
export async function deskQueue(
  services: Services,
  reader: Account,
  { page = 1, pageSize = 20, sort, descending, ...filter }: Filter,
  language: Language,
): Promise<DataOf<typeof endpoints.deskQueue>> {
  const { found, isWide } = await filtered(services, reader, filter);
  const counts = isWide ? null : await countByState(services, found);
  const former = counts?.map(({ state }) => state).filter((state) => !isApplicationState(state));
  const every = [...applicationStates, ...(former ?? [])];
  const states = every.filter((state) => isAskedFor(filter, state));
  // By itself the embedded database would find a wide search's matches by state, then order them.
  const column = 'application.state';
  const state = isWide ? services.store.withoutIndex(column) : sql.ref<string>(column);
  const inStates =
    states.length === every.length
      ? found
      : found.where((is) => (states.length ? is(state, 'in', states) : is.lit(false)));
  const wanted = await inOrder(inStates, states, { sort, descending })
    .select('application.number')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
  const total = counts
    ? counts.reduce((sum, { state, count }) => sum + (states.includes(state) ? count : 0), 0)
    : await countUpTo(MAX_COUNTED + 1, services, inOrder(inStates, states, {}));
  const items = await itemsOf(
    services,
    wanted.map(({ number }) => number),
    language,
  );
  if (items.length > 0)
    await services.store.transact((trx) =>
      appendAuditEvent(services, trx, {
        by: reader,
        action: 'queue.list',
        detail: items.map(({ number }) => number).join(' '),
      }),
    );
  const isMore = counts === null && total > MAX_COUNTED;
  return { total: isMore ? MAX_COUNTED : total, isMore, items, counts };
}

async function countByState({ now }: Services, found: Found) {
  const isOverdue = sql<number | string>`sum(case when due_at < ${now()} then 1 else 0 end)`;
  const counted = await found
    .select(['application.state', ({ fn }) => fn.countAll<number | string>().as('count')])
    .select(isOverdue.as('overdue'))
    .groupBy('application.state')
    .execute();
  return counted.map(({ state, count, overdue }) => ({
    state,
    count: Number(count),
    overdue: Number(overdue),
  }));
}

/** Counts the rows found, up to `most`. */
async function countUpTo(most: number, { store }: Services, found: Found): Promise<number> {
  const { count } = await store.db
    .selectFrom(found.select('application.number').limit(most).as('first'))
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function isAskedFor({ states, turn }: Filter, state: string): boolean {
  const isNamed = states === undefined || (states as readonly string[]).includes(state);
  return isNamed && (turn === undefined || turnOf(state) === turn);
}

/**
 * Rows that pass the filter, apart from states. All columns read are in one index. A wide search is
 * answered row by row in the order that is asked for, and not to be counted to its end.
 */
async function filtered(
  { store, now }: Services,
  reader: Account,
  filter: Filter,
): Promise<{ found: Found; isWide: boolean }> {
  let found: Found = store.db.selectFrom('application');
  if (filter.kind) found = found.where('kind', '=', filter.kind);
  if (filter.overdue) found = found.where('due_at', '<', now());
  if (filter.assigned === 'me') found = found.where('assignee_id', '=', reader.id);
  if (filter.assigned === 'nobody') found = found.where('assignee_id', 'is', null);
  const words = filter.search?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  if (words.length === 0) return { found, isWide: false };

  const patterns = words.map((word) => `%${literally(word)}%`);
  const holdsAll = sql.join<boolean>(
    patterns.map((pattern) => sql`text like ${pattern} escape '\\'`),
    sql` and `,
  );
  const matching = await store.db
    .selectFrom('application_search')
    .select('application_number as number')
    .where(holdsAll)
    .limit(FEW + 1)
    .execute();
  const isWide = matching.length > FEW;
  return {
    isWide,
    found: isWide
      ? found.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('application_search')
              .select('application_number')
              .whereRef('application_number', '=', 'application.number')
              .where(holdsAll),
          ),
        )
      : found.where(
          store.inList(
            'application.number',
            matching.map(({ number }) => number),
          ),
        ),
  };
}

function literally(word: string): string {
  return word.replace(/[\\%_]/g, '\\$&');
}

/** What each column is sorted by; all of it but the address of an assignee is in the queue's index. */
const sortKeys: Record<QueueOrder, RawBuilder<unknown>> = {
  due: sql.ref('due_at'),
  number: sql.ref('application.number'),
  requester: sql.ref('requester_name'),
  status: sql`case application.state ${sql.join(
    applicationStates.map((state, index) => sql`when ${state} then ${sql.lit(index)}`),
    sql` `,
  )} end`,
  filed: sql.ref('created_at'),
  assignee: sql`(select email from account where account.id = application.assignee_id)`,
};

/**
 * Sorts by a column, and what is equal there by due date, the first on top. Without a column ended
 * applications are sorted by age, the newest on top.
 */
function inOrder(found: Found, states: readonly string[], { sort, descending }: Order): Found {
  if (!sort && !descending && states.every((state) => turnOf(state) === 'nobody'))
    return found.orderBy('application.number', 'desc');
  return found
    .orderBy(sortKeys[sort ?? 'due'], (by) => (descending ? by.desc() : by.asc()).nullsLast())
    .orderBy('due_at', (by) => by.asc().nullsLast())
    .orderBy('application.number');
}

async function itemsOf(
  { store, config, now }: Services,
  numbers: readonly string[],
  language: Language,
) {
  if (numbers.length === 0) return [];
  const rows = await selectSummaries(store.db)
    .innerJoin('account as requester', 'requester.id', 'application.requester_id')
    .leftJoin('account as assignee', 'assignee.id', 'application.assignee_id')
    .select(['requester.email as requester_email', 'assignee.email as assignee_email'])
    .where('application.number', 'in', numbers)
    .execute();
  const at = now();
  const items = rows.map((row) => ({
    ...summaryOf(row),
    requesterEmail: row.requester_email,
    requesterName: nameOf(row, language) || row.requester_email,
    dueAt: row.due_at,
    dueDay: dueDayOf(config, row.due_at),
    isOverdue: row.due_at !== null && row.due_at < at,
    assignee: assigneeOf(row),
  }));
  return items.toSorted((a, b) => numbers.indexOf(a.number) - numbers.indexOf(b.number));
}

/** Member of staff who has taken an application, as in the contract; null while nobody has. */
export function assigneeOf(row: { assignee_id: string | null; assignee_email: string | null }) {
  const { assignee_id: id, assignee_email: email } = row;
  return id === null || email === null ? null : { id, email };
}

function nameOf(
  { kind, form_json }: Pick<Schema['application'], 'kind' | 'form_json'>,
  language: Language,
): string {
  if (kind === 'public') return publicForms.read(form_json).departmentName ?? '';
  return fullName(personalForms.read(form_json).user, language);
}
