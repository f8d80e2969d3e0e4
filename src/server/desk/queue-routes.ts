import type { ExpressionBuilder, Transaction } from 'kysely';
import { type Kysely, sql } from 'kysely';
import * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { queueFilter } from '#contract/queue.ts';
import { MAX_VIEWS, type StandardView, standardViews } from '#contract/queue-codes.ts';
import { applicationStates } from '#contract/stored-application.ts';
import { storedJson } from '#contract/stored-json.ts';
import { loadQueue } from '#server/desk/queue.ts';
import { queueFile } from '#server/desk/queue-file.ts';
import { countFound, findInQueue, isAskedFor, type QueueFilter } from '#server/desk/queue-query.ts';
import { countRows, upsertRow } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError, invalid } from '#server/platform/http/api-error.ts';
import type { Account, Route } from '#server/platform/http/route.ts';

export function queueRoutes(route: Route, services: Services): void {
  const { store } = services;

  route(endpoints.deskQueue, (filter, { account, language }) =>
    loadQueue(services, account, filter, language),
  );

  route(endpoints.deskQueueExport, ({ format, ...filter }, { account, language }) =>
    queueFile(services, account, { format, filter, language }),
  );

  route(endpoints.deskViews, (_, { account }) => savedViews(store.db, account));

  route(endpoints.deskViewCounts, (_, { account }) => viewCounts(services, account));

  route(endpoints.deskViewSave, async ({ view, name, isShared = false, filter }, { account }) => {
    const saved = {
      name,
      shared: isShared ? 1 : null,
      filter_json: storedFilters.write(filter),
    } as const;
    await store.transact((trx) =>
      view ? changeView(trx, account, view, saved) : saveView(trx, account, saved),
    );
  });

  route(endpoints.deskViewForget, async (view, { account }) => {
    const { numDeletedRows } = await store.db
      .deleteFrom('saved_view')
      .where(isChangeable(account, view))
      .executeTakeFirst();
    if (numDeletedRows !== 1n) throw new ApiError(codes.notFound);
  });
}

type ViewKey = InputOf<typeof endpoints.deskViewForget>;
type ViewValues = Omit<Schema['saved_view'], 'account_id'>;

async function saveView(trx: Transaction<Schema>, { id }: Account, saved: ViewValues) {
  const own = trx.selectFrom('saved_view').where('account_id', '=', id);
  if ((await countRows(own.where('name', '!=', saved.name))) >= MAX_VIEWS)
    throw invalid('name', 'range');
  // A private view under the name of the account's shared view would replace it for the whole team.
  const ofTeam = own.where('name', '=', saved.name).where('shared', '=', 1);
  if (saved.shared === null && (await countRows(ofTeam)) > 0) throw invalid('name', 'choice');
  await upsertRow(trx, 'saved_view', { account_id: id, name: saved.name }, saved);
}

async function changeView(
  trx: Transaction<Schema>,
  reader: Account,
  view: ViewKey,
  changed: ViewValues,
) {
  const taken = await trx
    .selectFrom('saved_view')
    .select('name')
    .where('account_id', '=', view.owner ?? reader.id)
    .where('name', '=', changed.name)
    .where('name', '!=', view.name)
    .executeTakeFirst();
  if (taken) throw invalid('name', 'choice');
  const { numUpdatedRows } = await trx
    .updateTable('saved_view')
    .set(changed)
    .where(isChangeable(reader, view))
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new ApiError(codes.notFound);
}

function isChangeable(reader: Account, { owner = reader.id, name }: ViewKey) {
  return (eb: ExpressionBuilder<Schema, 'saved_view'>) =>
    eb.and([
      eb('account_id', '=', owner),
      eb('name', '=', name),
      eb.or([
        eb('account_id', '=', reader.id),
        ...(reader.roles.includes('lead') ? [eb('shared', '=', 1)] : []),
      ]),
    ]);
}

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
const storedFilters = storedJson(
  z.object({
    ...(Object.fromEntries(known) as (typeof queueFilter)['shape']),
    states: z.catch(z.optional(knownStates), undefined),
  }),
);

type SavedViews = DataOf<typeof endpoints.deskViews>;
type ViewCounts = DataOf<typeof endpoints.deskViewCounts>;

async function savedViews(db: Kysely<Schema>, reader: { id: string }): Promise<SavedViews> {
  const rows = await db
    .selectFrom('saved_view')
    .innerJoin('account', 'account.id', 'saved_view.account_id')
    .selectAll('saved_view')
    .select('account.email')
    .where((eb) => eb.or([eb('account_id', '=', reader.id), eb('shared', '=', 1)]))
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
