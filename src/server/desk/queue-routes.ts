import type { ExpressionBuilder, Transaction } from 'kysely';
import { codes } from '#contract/codes.ts';
import type { InputOf } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { MAX_VIEWS } from '#contract/queue-codes.ts';
import { countRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Account, Route } from '#server/platform/http/route.ts';
import { loadQueue } from './queue.ts';
import { queueFile } from './queue-file.ts';
import { savedViews, storedFilters, viewCounts } from './queue-views.ts';

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

const wrongName = (problem: 'range' | 'choice') =>
  new ApiError(codes.invalid, { fields: [{ field: 'name', problem }] });

async function saveView(trx: Transaction<Schema>, { id }: Account, saved: ViewValues) {
  const own = trx.selectFrom('saved_view').where('account_id', '=', id);
  if ((await countRows(own.where('name', '!=', saved.name))) >= MAX_VIEWS) throw wrongName('range');
  // A private view under the name of the account's shared view would replace it for the whole team.
  const ofTeam = own.where('name', '=', saved.name).where('shared', '=', 1);
  if (saved.shared === null && (await countRows(ofTeam)) > 0) throw wrongName('choice');
  await trx
    .insertInto('saved_view')
    .values({ account_id: id, ...saved })
    .onConflict((conflict) => conflict.columns(['account_id', 'name']).doUpdateSet(saved))
    .execute();
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
  if (taken) throw wrongName('choice');
  const { numUpdatedRows } = await trx
    .updateTable('saved_view')
    .set(changed)
    .where(isChangeable(reader, view))
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) throw new ApiError(codes.notFound);
}

function isChangeable(reader: Account, { owner = reader.id, name }: ViewKey) {
  return (is: ExpressionBuilder<Schema, 'saved_view'>) =>
    is.and([
      is('account_id', '=', owner),
      is('name', '=', name),
      is.or([
        is('account_id', '=', reader.id),
        ...(reader.roles.includes('lead') ? [is('shared', '=', 1)] : []),
      ]),
    ]);
}
