import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Services } from '#server/platform/database/services.ts';
import { all, type Filter, isCounted, isOfKind, isOfOutcome, isWithin, spanOf } from './filter.ts';

/**
 * Length of a period in ms. Must equal the one in the triggers (migration 2026-11-26-1-baseline).
 */
const PERIOD = 30 * 86_400_000;
/** Length classes per factor e, so that times in one class differ by less than 5 %. */
const LENGTHS = 20;

export interface StepTally {
  from: number;
  event: string;
  to: number;
  length: number;
  count: number;
  waited: number;
  second: number;
  again: number;
}

export interface CourseTally {
  codes: string;
  kind: 'personal' | 'public';
  replayedBy: string;
  count: number;
  assumed: number;
}

export const lengthOf = (waited: string): RawBuilder<number> =>
  sql`case when ${sql.ref(waited)} >= 1
    then cast(floor(ln(cast(${sql.ref(waited)} as double precision)) * ${sql.lit(LENGTHS)}) as integer)
    else -1 end`;

/** Returns the bounds of a length class in ms, rounded outwards. */
export function boundsOf(length: number): { least: number; most: number } {
  if (length < 0) return { least: 0, most: 0 };
  return {
    least: Math.floor(Math.exp(length / LENGTHS)),
    most: Math.ceil(Math.exp((length + 1) / LENGTHS)),
  };
}

const of = (column: string) => sql<number | string>`sum(${sql.ref(column)})`;
const howMany = sql<number | string>`count(*)`;
const those = (condition: RawBuilder<unknown>) =>
  sql<number | string>`sum(case when ${condition} then 1 else 0 end)`;

export async function countSteps(
  { store: { db } }: Services,
  filter: Filter,
): Promise<StepTally[]> {
  const { onTallies, onRows } = partsOf(filter);
  const parts = await Promise.all([
    onTallies &&
      db
        .selectFrom('step_tally')
        .select(['from_code as from', 'event', 'to_code as to', 'length'])
        .select([of('count').as('count'), of('waited').as('waited')])
        .select([of('second').as('second'), of('again').as('again')])
        .where(onTallies)
        .groupBy(['from_code', 'event', 'to_code', 'length'])
        .execute(),
    onRows &&
      db
        .selectFrom('step')
        .select(['from_code as from', 'event', 'to_code as to'])
        .select(lengthOf('waited').as('length'))
        .select([howMany.as('count'), sql<number | string>`coalesce(sum(waited), 0)`.as('waited')])
        .select([those(sql`visit = 2`).as('second'), those(sql`visit > 1`).as('again')])
        .where(onRows)
        .groupBy(['from_code', 'event', 'to_code', sql`4`])
        .execute(),
  ]);
  const rows = parts.flatMap((part) => part ?? []);
  const alike = Map.groupBy(rows, (row) => [row.from, row.event, row.to, row.length].join(' '));
  return [...alike.values()].map((group) => {
    const total = (column: 'count' | 'waited' | 'second' | 'again') =>
      group.reduce((sum, row) => sum + Number(row[column]), 0);
    const [{ from, event, to, length }] = group as [(typeof group)[number]];
    return {
      ...{ from, event, to, length: Number(length) },
      ...{ count: total('count'), waited: total('waited') },
      ...{ second: total('second'), again: total('again') },
    };
  });
}

export async function countCourses(
  { store: { db } }: Services,
  filter: Filter,
): Promise<CourseTally[]> {
  const { onTallies, onRows } = partsOf(filter);
  const parts = await Promise.all([
    onTallies &&
      db
        .selectFrom('course_tally')
        .select(['codes', 'kind', 'replayed_by'])
        .select([of('count').as('count'), of('assumed').as('assumed')])
        .where(onTallies)
        .groupBy(['codes', 'kind', 'replayed_by'])
        .execute(),
    onRows &&
      db
        .selectFrom('course')
        .select(['codes', 'kind', 'replayed_by'])
        .select([howMany.as('count'), of('assumed').as('assumed')])
        .where(onRows)
        .groupBy(['codes', 'kind', 'replayed_by'])
        .execute(),
  ]);
  return parts
    .flatMap((part) => part ?? [])
    .map(({ codes, kind, replayed_by, count, assumed }) => ({
      ...{ codes, kind, replayedBy: replayed_by ?? '' },
      ...{ count: Number(count), assumed: Number(assumed) },
    }));
}

/**
 * Splits a filter into a condition on tallies, for the whole periods in it, and a condition on
 * rows, for the days before and after.
 */
function partsOf(filter: Filter): {
  onTallies?: RawBuilder<SqlBool>;
  onRows?: RawBuilder<SqlBool>;
} {
  const { from, until } = spanOf(filter);
  const first = Math.ceil(from / PERIOD);
  const last = Math.floor(until / PERIOD);
  if (first >= last) return { onRows: isCounted(filter) };
  const ends = [
    { from, until: first * PERIOD },
    { from: last * PERIOD, until },
  ].filter((end) => end.from < end.until);
  const others = [isOfKind(filter), isOfOutcome(filter)];
  return {
    onTallies: all([
      Number.isFinite(first) && sql`period >= ${first}`,
      Number.isFinite(last) && sql`period < ${last}`,
      ...others,
    ]),
    ...(ends.length > 0 && {
      onRows: all([
        sql`(${sql.join(
          ends.map((end) => isWithin(end)),
          sql` or `,
        )})`,
        ...others,
      ]),
    }),
  };
}

/** SQL expression: index of the last of the ascending bounds that a value reaches. */
export function bucket(value: RawBuilder<unknown>, bounds: readonly number[]): RawBuilder<number> {
  const cases = bounds.map((bound, index) => sql`when ${value} >= ${bound} then ${sql.lit(index)}`);
  return sql<number>`case ${sql.join(cases.toReversed(), sql` `)} end`;
}

export function sum<T>(rows: readonly T[], value: (row: T) => number): number {
  return rows.reduce((total, row) => total + value(row), 0);
}
