import { sql } from 'kysely';
import { turnOf } from '#contract/turns.ts';
import type { Services } from '#server/platform/store/services.ts';
import { type Filter, isCountedApplication } from './counted.ts';

/** Applications in a state, and how many of them are past their date. */
export interface Present {
  state: string;
  count: number;
  overdue: number;
}

/** Applications that a filter names, by the state they are in now. */
export async function countPresent({ store, now }: Services, filter: Filter): Promise<Present[]> {
  const rows = await store.db
    .selectFrom('application')
    .select('state')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .select(sql<number | string>`sum(case when due_at < ${now()} then 1 else 0 end)`.as('overdue'))
    .where(isCountedApplication(filter))
    .groupBy('state')
    .execute();
  return rows.map(({ state, count, overdue }) => ({
    state,
    count: Number(count),
    overdue: Number(overdue),
  }));
}

/** Tests that somebody still has to act in a state. */
export const isOpen = ({ state }: Pick<Present, 'state'>): boolean => turnOf(state) !== 'nobody';
