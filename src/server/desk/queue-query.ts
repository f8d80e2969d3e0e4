import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { QueueOrder } from '#contract/queue.ts';
import { applicationStates, isApplicationState } from '#contract/stored-application.ts';
import { turnOf } from '#contract/turns.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { holdsAll } from '#server/platform/database/text-search.ts';

/** Dependencies of a look into the queue, which a worker thread has too. */
export type QueueServices = Pick<Services, 'store' | 'now'> & {
  config: Pick<Config, 'TIME_ZONE'>;
};
/** The filter and the order of the queue. */
export type QueueFilter = Omit<InputOf<typeof endpoints.deskQueue>, 'page' | 'pageSize'>;
type Order = Pick<QueueFilter, 'sort' | 'descending'>;
type Found = SelectQueryBuilder<Schema, 'application', object>;

/** Matches up to which a search is answered from its list of numbers; a wider one in due order. */
const FEW = 5000;

/**
 * The applications that pass a filter, in its order and in none, with how many there are by state;
 * of a search that matches too many they are not counted.
 */
export async function findInQueue(
  services: QueueServices,
  reader: { id: string },
  { sort, descending, ...filter }: QueueFilter,
) {
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
  return {
    counts,
    states,
    inOrder: inOrder(inStates, states, { sort, descending }),
    unordered: inOrder(inStates, states, {}),
  };
}

async function countByState({ now }: QueueServices, found: Found) {
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

function isAskedFor({ states, turn }: QueueFilter, state: string): boolean {
  const isNamed = states === undefined || (states as readonly string[]).includes(state);
  return isNamed && (turn === undefined || turnOf(state) === turn);
}

/**
 * Rows that pass the filter, apart from states. All columns read are in one index. A wide search is
 * answered row by row in the order that is asked for, and not to be counted to its end.
 */
async function filtered(
  { store, now }: QueueServices,
  reader: { id: string },
  filter: QueueFilter,
): Promise<{ found: Found; isWide: boolean }> {
  let found: Found = store.db.selectFrom('application');
  if (filter.kind) found = found.where('kind', '=', filter.kind);
  if (filter.overdue) found = found.where('due_at', '<', now());
  if (filter.authority)
    found = found.where('application.number', 'in', (query) =>
      query
        .selectFrom('authority_notice')
        .select('application_number')
        .where('notified_on', 'is', null),
    );
  if (filter.assigned === 'me') found = found.where('assignee_id', '=', reader.id);
  if (filter.assigned === 'nobody') found = found.where('assignee_id', 'is', null);
  if (filter.watched)
    found = found.where('application.number', 'in', (query) =>
      query.selectFrom('watch').select('application_number').where('account_id', '=', reader.id),
    );
  if (filter.opinion)
    found = found.where('application.number', 'in', (query) =>
      query
        .selectFrom('opinion')
        .select('application_number')
        .where('asked_of', '=', reader.id)
        .where('answer_id', 'is', null),
    );
  const words = filter.search?.toLowerCase().split(/\s+/).filter(Boolean) ?? [];
  if (words.length === 0) return { found, isWide: false };

  const matching = await store.db
    .selectFrom(store.rowsHolding('application_search', words).as('found'))
    .select('application_number as number')
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
              .where(holdsAll(words)),
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
  assignee: sql.ref('assignee.email'),
};

/**
 * Sorts by a column, and what is equal there by due date, the first on top. Without a column ended
 * applications are sorted by age, the newest on top.
 */
function inOrder(found: Found, states: readonly string[], { sort, descending }: Order): Found {
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
