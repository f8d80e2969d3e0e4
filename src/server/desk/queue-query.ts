import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { MAX_COUNTED, type QueueOrder } from '#contract/queue-codes.ts';
import { applicationStates, isApplicationState, statesWith } from '#contract/stored-application.ts';
import { turnOf } from '#contract/turns.ts';
import { foldText } from '#lib/words/fold.ts';
import { countRows, numbersIn } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { containsAll } from '#server/platform/database/text-search.ts';
import { endOfDayOf } from '#server/platform/words/calendar.ts';

export type QueueFilter = Omit<InputOf<typeof endpoints.deskQueue>, 'page' | 'pageSize'>;
type Order = Pick<QueueFilter, 'sort' | 'descending'>;
type Found = SelectQueryBuilder<Schema, 'application', object>;

/** With more matches, a query tests the text of each row instead of listing the matches. */
const MAX_LISTED = 5000;

/**
 * Builds sorted and unsorted queries for the applications that match a filter. Counts the matches
 * by state, except for a search with more than `MAX_LISTED` matches.
 */
export async function findInQueue(
  services: Services,
  reader: { id: string },
  { sort, descending, ...filter }: QueueFilter,
) {
  const { found, isWide } = await filtered(services, reader, filter);
  const counts = isWide ? null : await countByState(services, found);
  const unknown = counts?.map(({ state }) => state).filter((state) => !isApplicationState(state));
  const every = [...applicationStates, ...(unknown ?? [])];
  const states = every.filter((state) => isAskedFor(filter, state));
  // Prevents SQLite from using the index on states and sorting all matches of a large search.
  const column = 'application.state';
  const state = isWide ? services.store.withoutIndex(column) : sql.ref<string>(column);
  const inStates =
    states.length === every.length
      ? found
      : found.where((eb) => (states.length ? eb(state, 'in', states) : eb.lit(false)));
  return {
    counts,
    states,
    sorted: sortBy(inStates, states, { sort, descending }),
    unsorted: sortBy(inStates, states, {}),
  };
}

async function countByState({ now, config }: Services, found: Found) {
  const at = now();
  const dueBy = (end: number) => sql<number>`sum(case when due_at < ${end} then 1 else 0 end)`;
  const counted = await found
    .select(['application.state', ({ fn }) => fn.countAll<number>().as('count')])
    .select([dueBy(at).as('overdue'), dueBy(endOfDayOf(at, config.TIME_ZONE) + 1).as('today')])
    .groupBy('application.state')
    .execute();
  return counted.map(({ state, count, overdue, today }) => ({
    state,
    count,
    overdue,
    dueToday: today - overdue,
  }));
}

export async function countFound(
  { store }: Services,
  { counts, states, unsorted }: Awaited<ReturnType<typeof findInQueue>>,
): Promise<number | null> {
  if (counts)
    return counts.reduce((sum, { state, count }) => sum + (states.includes(state) ? count : 0), 0);
  const counted = unsorted.select('application.number').limit(MAX_COUNTED + 1);
  const total = await countRows(store.db.selectFrom(counted.as('counted')));
  return total > MAX_COUNTED ? null : total;
}

export function isAskedFor({ states, turn }: QueueFilter, state: string): boolean {
  const isNamed = states === undefined || (states as readonly string[]).includes(state);
  return isNamed && (turn === undefined || turnOf(state) === turn);
}

/**
 * Applies the filter except for states, with columns that one index contains. `isWide`: the search
 * has more than `MAX_LISTED` matches, so the query tests each row, and they are not counted.
 */
async function filtered(
  { store, now }: Services,
  reader: { id: string },
  filter: QueueFilter,
): Promise<{ found: Found; isWide: boolean }> {
  const { db } = store;
  const number = 'application.number';
  let found: Found = db.selectFrom('application');
  if (filter.kind) found = found.where('kind', '=', filter.kind);
  if (filter.overdue) found = found.where('due_at', '<', now());
  if (filter.authority)
    found = found.where(number, 'in', numbersIn(db, 'authority_notice', { notified_on: null }));
  if (filter.assigned === 'me') found = found.where('assignee_id', '=', reader.id);
  if (filter.assigned === 'nobody') found = found.where('assignee_id', 'is', null);
  if (filter.outcome === 'withdrawn') found = found.where('state', '=', 'terminated.byRequester');
  else if (filter.outcome)
    found = found
      .where('state', 'in', statesWith('endedByHolder'))
      .where('refusal_ground', filter.outcome === 'refused' ? 'is not' : 'is', null)
      .where(
        number,
        filter.outcome === 'sharingEnded' ? 'in' : 'not in',
        numbersIn(db, 'report', {}),
      );
  if (filter.ground) found = found.where('refusal_ground', '=', filter.ground);
  if (filter.watched)
    found = found.where(number, 'in', numbersIn(db, 'watch', { account_id: reader.id }));
  const asked = { asked_of: reader.id, answer_id: null };
  if (filter.opinion) found = found.where(number, 'in', numbersIn(db, 'opinion', asked));
  const words = foldText(filter.search ?? '')
    .split(/\s+/)
    .filter(Boolean);
  if (words.length === 0) return { found, isWide: false };

  const matching = await store.db
    .selectFrom(store.rowsHolding('application_search', words).as('found'))
    .select('application_number as number')
    .limit(MAX_LISTED + 1)
    .execute();
  const isWide = matching.length > MAX_LISTED;
  return {
    isWide,
    found: isWide
      ? found.where(({ exists, selectFrom }) =>
          exists(
            selectFrom('application_search')
              .select('application_number')
              .whereRef('application_number', '=', 'application.number')
              .where(containsAll(words)),
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

const sortKeys: Record<QueueOrder, RawBuilder<unknown>> = {
  due: sql.ref('due_at'),
  number: sql.ref('application.number'),
  requester: sql.ref('requester_name'),
  status: sql`case application.state ${sql.join(
    applicationStates.map((state, index) => sql`when ${state} then ${sql.lit(index)}`),
    sql` `,
  )} end`,
  filed: sql.ref('created_at'),
  assignee: sql.ref('assignee.email'),
};

/** Sorts by a column, then by due date; ended applications newest first by default. */
function sortBy(found: Found, states: readonly string[], { sort, descending }: Order): Found {
  if (!sort && !descending && states.every((state) => turnOf(state) === 'nobody'))
    return found.orderBy('application.number', 'desc');
  const joined =
    sort === 'assignee'
      ? found.leftJoin('account as assignee', 'assignee.id', 'application.assignee_id')
      : found;
  return joined
    .orderBy(sortKeys[sort ?? 'due'], (by) => (descending ? by.desc() : by.asc()).nullsLast())
    .orderBy('due_at', (by) => by.asc().nullsLast())
    .orderBy('application.number');
}
