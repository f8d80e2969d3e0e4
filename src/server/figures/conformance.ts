import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { ApplicationState } from '#contract/stored-application.ts';
import { countRows } from '#server/platform/database/rows.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import type { Services } from '#server/platform/database/services.ts';
import { countCourses, sum } from './counts.ts';
import { type Filter, isCounted, isCountedApplication } from './filter.ts';
import { projectionDigest } from './projection.ts';

type Conformance = DataOf<typeof endpoints.chartConformance>;
type Wanted = InputOf<typeof endpoints.chartConformance> & { page: number; pageSize: number };

const CASES = 20;
const MAX_NONCONFORMING = 30;

const columns = ['kind', 'role', 'event', 'from_state', 'to_state', 'reason', 'guard'] as const;
const sortKey = (group: Group) =>
  ['event' as const, ...columns].map((column) => group[column]).join('\n');
type Group = Pick<Schema['deviation'], (typeof columns)[number]>;

export async function conformance(
  services: Services,
  { page, pageSize, reason, ...filter }: Wanted,
  { withCases }: { withCases: boolean },
): Promise<Conformance> {
  const { db } = services.store;
  const isWanted = isWantedDeviation(filter, reason);
  const [applications, steps, courses, found] = await Promise.all([
    countRows(db.selectFrom('application').where(isCountedApplication(filter))),
    countRows(db.selectFrom('history_entry').where(isOfCounted('history_entry', filter))),
    countCourses(services, filter),
    db
      .selectFrom('deviation')
      .where(isWanted)
      .select(columns)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .groupBy(columns)
      .execute(),
  ]);
  const groups = found.toSorted(
    (a, b) => b.count - a.count || compareNullable(sortKey(a), sortKey(b)),
  );
  const replayed = courses.filter(({ replayedBy }) => replayedBy === projectionDigest());
  return {
    applications,
    pending: applications - sum(replayed, ({ count }) => count),
    steps,
    deviating: sum(groups, ({ count }) => count),
    nonconforming: nonconformingOf(groups),
    total: groups.length,
    deviations: await Promise.all(
      groups.slice((page - 1) * pageSize, page * pageSize).map(async (group) => {
        const { from_state: from, to_state: to, ...shown } = group;
        const cases = withCases ? await casesOf(db, group, isWanted) : [];
        return { ...shown, from, to, cases };
      }),
    ),
  };
}

const compareNullable = (a: string | null, b: string | null) =>
  a === b ? 0 : (a ?? '') < (b ?? '') ? -1 : 1;

function nonconformingOf(
  groups: readonly (Group & { count: number })[],
): Conformance['nonconforming'] {
  const lines = groups.filter(({ from_state }) => from_state !== null);
  return [...Map.groupBy(lines, (each) => `${each.from_state} ${each.event} ${each.to_state}`)]
    .map(([, group]) => {
      const [{ from_state, event, to_state }] = group as [(typeof group)[number]];
      return {
        from: from_state as ApplicationState,
        to: to_state,
        event,
        count: sum(group, ({ count }) => count),
      };
    })
    .sort((a, b) => b.count - a.count || compareNullable(a.event, b.event))
    .slice(0, MAX_NONCONFORMING);
}

function isWantedDeviation(filter: Filter, reason: Wanted['reason']): RawBuilder<SqlBool> {
  const isOfReason = reason ? sql`reason = ${reason}` : sql`true`;
  return sql`${isOfReason} and ${isOfCounted('deviation', filter)}`;
}

function isOfCounted(table: 'deviation' | 'history_entry', filter: Filter): RawBuilder<SqlBool> {
  if (Object.values(filter).every((value) => value === undefined)) return sql`true`;
  return sql`exists (select 1 from course where course.application_number =
    ${sql.ref(`${table}.application_number`)} and ${isCounted(filter)})`;
}

async function casesOf(
  db: Kysely<Schema>,
  group: Group,
  isWanted: RawBuilder<SqlBool>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('deviation')
    .select('application_number')
    .distinct()
    .where(isWanted)
    .where((eb) =>
      eb.and(
        columns.map((column) => {
          const value = group[column];
          return value === null ? eb(column, 'is', null) : eb(column, '=', value);
        }),
      ),
    )
    .orderBy('application_number')
    .limit(CASES)
    .execute();
  return rows.map(({ application_number }) => application_number);
}
