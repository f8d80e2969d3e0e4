import { type Kysely, sql } from 'kysely';
import * as z from 'zod/mini';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { queueFilter } from '#contract/queue.ts';
import { type StandardView, standardViews } from '#contract/queue-codes.ts';
import { applicationStates } from '#contract/stored-application.ts';
import { storedJson } from '#contract/stored-json.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { countFound, findInQueue, isAskedFor, type QueueFilter } from './queue-query.ts';

const known = Object.entries(queueFilter.shape).map(([name, part]) => [
  name,
  z.catch<z.ZodMiniType>(part, undefined),
]);
const knownStates = z.pipe(
  z.pipe(
    z.array(z.string()),
    z.transform((saved) => applicationStates.filter((state) => saved.includes(state))),
  ),
  z.array(z.enum(applicationStates)).check(z.minLength(1)),
);
/** Filters and orders of saved views. Parts unknown to this release are ignored. */
export const storedFilters = storedJson(
  z.object({
    ...(Object.fromEntries(known) as (typeof queueFilter)['shape']),
    states: z.catch(z.optional(knownStates), undefined),
  }),
);

type SavedViews = DataOf<typeof endpoints.deskViews>;
type ViewCounts = DataOf<typeof endpoints.deskViewCounts>;

export async function savedViews(db: Kysely<Schema>, reader: { id: string }): Promise<SavedViews> {
  const rows = await db
    .selectFrom('saved_view')
    .innerJoin('account', 'account.id', 'saved_view.account_id')
    .selectAll('saved_view')
    .select('account.email')
    .where((is) => is.or([is('account_id', '=', reader.id), is('shared', '=', 1)]))
    .orderBy('name')
    .orderBy('account.email')
    .execute();
  return rows.map((row) => ({
    owner: row.account_id,
    ownerEmail: row.email,
    name: row.name,
    isShared: row.shared === 1,
    filter: storedFilters.read(row.filter_json),
  }));
}

export async function viewCounts(services: Services, reader: { id: string }): Promise<ViewCounts> {
  const groups = await countGroups(services);
  const countOf = ({ sort: _, descending: __, ...filter }: QueueFilter) =>
    isOfGroups(filter)
      ? sumOf(groups, filter, reader)
      : findInQueue(services, reader, filter).then((found) => countFound(services, found));
  const standard: Partial<ViewCounts['standard']> = {};
  for (const [view, filter] of Object.entries(standardViews))
    standard[view as StandardView] = await countOf(filter);
  const saved: ViewCounts['saved'] = [];
  for (const { owner, name, filter } of await savedViews(services.store.db, reader))
    saved.push({ owner, name, count: await countOf(filter) });
  return { standard: standard as ViewCounts['standard'], saved };
}

type Groups = Awaited<ReturnType<typeof countGroups>>;

/** Counts all applications in one pass over an index that contains the grouped columns. */
async function countGroups({ store, now }: Services) {
  return store.db
    .selectFrom((from) =>
      from
        .selectFrom('application')
        .select(['state', 'kind', 'assignee_id'])
        .select(sql<number>`case when due_at < ${now()} then 1 else 0 end`.as('is_overdue'))
        .as('application'),
    )
    .select(['state', 'kind', 'assignee_id', 'is_overdue'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .groupBy(['state', 'kind', 'assignee_id', 'is_overdue'])
    .execute();
}

const groupedBy = ['states', 'turn', 'kind', 'assigned', 'overdue'];

const isOfGroups = (filter: QueueFilter) =>
  Object.entries(filter).every(([name, value]) => value === undefined || groupedBy.includes(name));

function sumOf(groups: Groups, filter: QueueFilter, reader: { id: string }): number {
  const { kind, assigned, overdue } = filter;
  return groups
    .filter(
      ({ state, kind: kindOf, assignee_id, is_overdue }) =>
        isAskedFor(filter, state) &&
        (!kind || kindOf === kind) &&
        (!assigned || assignee_id === (assigned === 'me' ? reader.id : null)) &&
        (!overdue || is_overdue === 1),
    )
    .reduce((sum, { count }) => sum + count, 0);
}
