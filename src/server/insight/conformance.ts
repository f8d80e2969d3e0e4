import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { DataOf, InputOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { ApplicationState } from '#contract/stored-application.ts';
import type { Schema } from '#server/platform/store/schema.ts';
import type { Services } from '#server/platform/store/services.ts';
import { isCounted, isCountedApplication } from './counted.ts';
import { machineDigest } from './machine-digest.ts';

type Conformance = DataOf<typeof endpoints.chartConformance>;
type Wanted = InputOf<typeof endpoints.chartConformance> & { page: number; pageSize: number };

/** Most application numbers listed for one deviation. */
const CASES = 20;
/** Lines that a picture holds. */
const MOST_NONCONFORMING = 30;

const alike = ['kind', 'role', 'event', 'from_state', 'to_state', 'reason', 'guard'] as const;
type Alike = Pick<Schema['deviation'], (typeof alike)[number]>;

/**
 * Counts steps that the machine would not have allowed. Each history was replayed when it grew, or
 * when the machine became another; here the deviations are counted.
 */
export async function conformance(
  { store: { db } }: Services,
  { page, pageSize, reason, ...filter }: Wanted,
  { withCases }: { withCases: boolean },
): Promise<Conformance> {
  const isWanted = isWantedDeviation(filter, reason);
  const found = db.selectFrom('deviation').where(isWanted);
  const counted = found.select(({ fn }) => fn.countAll<number | string>().as('count'));
  const [
    { applications },
    { steps },
    { replayed, assumed },
    { deviating },
    { total },
    nonconforming,
    groups,
  ] = await Promise.all([
    db
      .selectFrom('application')
      .where(isCountedApplication(filter))
      .select(({ fn }) => fn.countAll<number | string>().as('applications'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('step')
      .where(isCounted(filter))
      .select(({ fn }) => fn.countAll<number | string>().as('steps'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('course')
      .select(({ fn }) => fn.countAll<number | string>().as('replayed'))
      .select(sql<number | string | null>`sum(assumed)`.as('assumed'))
      .where('replayed_by', '=', machineDigest())
      .where(isCounted(filter))
      .executeTakeFirstOrThrow(),
    found
      .select(({ fn }) => fn.countAll<number | string>().as('deviating'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom(found.select(alike).groupBy(alike).as('group'))
      .select(({ fn }) => fn.countAll<number | string>().as('total'))
      .executeTakeFirstOrThrow(),
    counted
      .select(['from_state', 'event', 'to_state'])
      .groupBy(['from_state', 'event', 'to_state'])
      .where('from_state', 'is not', null)
      .$narrowType<{ from_state: ApplicationState }>()
      .orderBy('count', 'desc')
      .orderBy('event')
      .limit(MOST_NONCONFORMING)
      .execute(),
    alike
      .reduce(
        (query, column) => query.orderBy(column),
        counted.select(alike).groupBy(alike).orderBy('count', 'desc').orderBy('event'),
      )
      .limit(pageSize)
      .offset((page - 1) * pageSize)
      .execute(),
  ]);
  return {
    applications: Number(applications),
    pending: Number(applications) - Number(replayed),
    steps: Number(steps),
    assumed: Number(assumed ?? 0),
    deviating: Number(deviating),
    nonconforming: nonconforming.map(({ from_state: from, to_state: to, event, count }) => ({
      from,
      to,
      event,
      count: Number(count),
    })),
    total: Number(total),
    deviations: await Promise.all(
      groups.map(async (group) => ({
        kind: group.kind,
        role: group.role,
        event: group.event,
        from: group.from_state,
        to: group.to_state,
        reason: group.reason,
        guard: group.guard,
        count: Number(group.count),
        cases: withCases ? await casesOf(db, group, isWanted) : [],
      })),
    ),
  };
}

/** Deviations of the applications that a filter counts. */
function isWantedDeviation(
  filter: Parameters<typeof isCounted>[0],
  reason: Wanted['reason'],
): RawBuilder<SqlBool> {
  const isOfReason = reason ? sql`reason = ${reason}` : sql`true`;
  if (Object.values(filter).every((value) => value === undefined)) return sql`${isOfReason}`;
  return sql`${isOfReason} and application_number in
    (select application_number from course where ${isCounted(filter)})`;
}

async function casesOf(
  db: Kysely<Schema>,
  group: Alike,
  isWanted: RawBuilder<SqlBool>,
): Promise<string[]> {
  const rows = await db
    .selectFrom('deviation')
    .select('application_number')
    .distinct()
    .where(isWanted)
    .where((is) =>
      is.and(
        alike.map((column) => {
          const value = group[column];
          return value === null ? is(column, 'is', null) : is(column, '=', value);
        }),
      ),
    )
    .orderBy('application_number')
    .limit(CASES)
    .execute();
  return rows.map(({ application_number }) => application_number);
}
