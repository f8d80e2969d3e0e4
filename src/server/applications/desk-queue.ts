import { sql } from 'kysely';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import type { Services } from '../services.ts';
import { statesWithTurn } from './lists.ts';
import { selectSummaries, summaryOf } from './records.ts';

interface QueueFilter {
  turn?: 'holder' | 'requester' | 'nobody' | undefined;
  kind?: ApplicationKind | undefined;
  /** Part of a number, or of the requester's address. */
  search?: string | undefined;
  page: number;
  pageSize: number;
}

/** A page of the desk's queue: what has waited longest for the holder first. */
export async function deskQueue(
  { store }: Services,
  { turn, kind, search, page, pageSize }: QueueFilter,
): Promise<DataOf<typeof endpoints.deskQueue>> {
  let found = selectSummaries(store.db)
    .innerJoin('account', 'account.id', 'application.requester_id')
    .select('account.email as requester_email');
  if (turn) found = found.where('application.state', 'in', statesWithTurn(turn));
  if (kind) found = found.where('application.kind', '=', kind);
  if (search) {
    const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    found = found.where((is) =>
      is.or([
        sql<boolean>`lower(application.number) like ${pattern} escape '\\'`,
        sql<boolean>`lower(account.email) like ${pattern} escape '\\'`,
      ]),
    );
  }
  const [{ total }, rows, counts] = await Promise.all([
    found
      .clearSelect()
      .select((select) => select.fn.countAll<number | string>().as('total'))
      .executeTakeFirstOrThrow(),
    found
      .orderBy('application.updated_at')
      .orderBy('application.number')
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
    store.db
      .selectFrom('application')
      .select(['state', (select) => select.fn.countAll<number | string>().as('count')])
      .groupBy('state')
      .execute(),
  ]);
  return {
    total: Number(total),
    items: rows.map((row) => ({ ...summaryOf(row), requesterEmail: row.requester_email })),
    counts: counts.map(({ state, count }) => ({ state, count: Number(count) })),
  };
}
