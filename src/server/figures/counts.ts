import { type RawBuilder, sql } from 'kysely';
import type { Services } from '#server/platform/database/services.ts';
import { type Filter, isCounted } from './filter.ts';

export interface StepCount {
  from: number;
  event: string;
  to: number;
  count: number;
  /** Total time that the counted applications spent in the preceding state, ms. */
  waited: number;
  /** Steps that entered a state for the second time or later. */
  again: number;
}

export interface CourseCount {
  codes: string;
  kind: 'personal' | 'public';
  replayedBy: string;
  count: number;
}

export async function countSteps(
  { store: { db } }: Services,
  filter: Filter,
): Promise<StepCount[]> {
  return db
    .selectFrom('step')
    .select(['from_code as from', 'event', 'to_code as to'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .select(sql<number>`coalesce(sum(waited), 0)`.as('waited'))
    .select(sql<number>`sum(case when visit > 1 then 1 else 0 end)`.as('again'))
    .where(isCounted(filter))
    .groupBy(['from_code', 'event', 'to_code'])
    .execute();
}

export async function countCourses(
  { store: { db } }: Services,
  filter: Filter,
): Promise<CourseCount[]> {
  const rows = await db
    .selectFrom('course')
    .select(['codes', 'kind', 'replayed_by'])
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(isCounted(filter))
    .groupBy(['codes', 'kind', 'replayed_by'])
    .execute();
  return rows.map(({ replayed_by, ...row }) => ({ ...row, replayedBy: replayed_by ?? '' }));
}

/** SQL expression: index of the highest of the ascending bounds that is ≤ the value. */
export function bucketIndex(
  value: RawBuilder<unknown>,
  bounds: readonly number[],
): RawBuilder<number> {
  const cases = bounds.map((bound, index) => sql`when ${value} >= ${bound} then ${sql.lit(index)}`);
  return sql<number>`case ${sql.join(cases.toReversed(), sql` `)} end`;
}

export function sum<T>(rows: readonly T[], value: (row: T) => number): number {
  return rows.reduce((total, row) => total + value(row), 0);
}
