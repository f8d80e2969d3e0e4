import * as z from 'zod/mini';
import { codes } from '#contract/codes.ts';
import { grounds } from '#contract/decision.ts';
import { endpoints } from '#contract/endpoints.ts';
import { MAX_VIEWS, outcomes } from '#contract/queue.ts';
import { applicationStates } from '#contract/stored-application.ts';
import { storedJson } from '#contract/stored-json.ts';
import type { Services } from '#server/platform/database/services.ts';
import { ApiError } from '#server/platform/http/api-error.ts';
import type { Route } from '#server/platform/http/route.ts';
import { deskQueue } from './queue.ts';
import { queueFile } from './queue-file.ts';

const known = <S extends z.ZodMiniType>(schema: S) => z.catch(z.optional(schema), undefined);

/** Saved filters. Parts unknown to this release are ignored. */
const filters = storedJson(
  z.object({
    states: known(
      z.pipe(
        z.pipe(
          z.array(z.string()),
          z.transform((saved) => applicationStates.filter((state) => saved.includes(state))),
        ),
        z.array(z.enum(applicationStates)).check(z.minLength(1)),
      ),
    ),
    turn: known(z.enum(['holder', 'requester', 'nobody'])),
    kind: known(z.enum(['personal', 'public'])),
    overdue: known(z.literal(true)),
    authority: known(z.literal(true)),
    assigned: known(z.enum(['me', 'nobody'])),
    outcome: known(z.enum(outcomes)),
    ground: known(z.enum(grounds)),
    watched: known(z.literal(true)),
    opinion: known(z.literal(true)),
    search: known(z.string()),
  }),
);

export function queueRoutes(route: Route, services: Services): void {
  const { store } = services;

  route(endpoints.deskQueue, (filter, { account, language }) =>
    deskQueue(services, account, filter, language),
  );

  route(endpoints.deskQueueExport, ({ format, ...filter }, { account, language }) =>
    queueFile(services, account, { format, filter, language }),
  );

  route(endpoints.deskViews, async (_, { account }) => {
    const rows = await store.db
      .selectFrom('saved_view')
      .selectAll()
      .where('account_id', '=', account.id)
      .orderBy('name')
      .execute();
    return rows.map(({ name, filter_json }) => ({ name, filter: filters.read(filter_json) }));
  });

  route(endpoints.deskViewSave, async ({ name, filter }, { account }) => {
    await store.transact(async (trx) => {
      const others = await trx
        .selectFrom('saved_view')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .where('account_id', '=', account.id)
        .where('name', '!=', name)
        .executeTakeFirstOrThrow();
      if (Number(others.count) >= MAX_VIEWS)
        throw new ApiError(codes.invalid, { fields: [{ field: 'name', problem: 'range' }] });
      const filter_json = filters.write(filter);
      await trx
        .insertInto('saved_view')
        .values({ account_id: account.id, name, filter_json })
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'name']).doUpdateSet({ filter_json }),
        )
        .execute();
    });
    return null;
  });

  route(endpoints.deskViewForget, async ({ name }, { account }) => {
    const { numDeletedRows } = await store.db
      .deleteFrom('saved_view')
      .where('account_id', '=', account.id)
      .where('name', '=', name)
      .executeTakeFirst();
    if (numDeletedRows !== 1n) throw new ApiError(codes.notFound);
    return null;
  });
}
