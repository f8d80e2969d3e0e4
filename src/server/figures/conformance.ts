import { type Kysely, sql } from 'kysely';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import type { Services } from '../services.ts';
import type { Schema } from '../store/schema.ts';
import { MACHINE } from './retell.ts';

type Conformance = DataOf<typeof endpoints.chartConformance>;

/** Numbers that are told of each deviation. */
const CASES = 20;

const alike = ['kind', 'role', 'event', 'from_state', 'to_state', 'reason', 'guard'] as const;
type Alike = Pick<Schema['deviation'], (typeof alike)[number]>;

/**
 * What the machine would not have allowed. Each history was replayed when it grew, or when the
 * machine became another; here the deviations are counted.
 */
export async function conformance(
  { store: { db } }: Services,
  { withCases }: { withCases: boolean },
): Promise<Conformance> {
  const [{ applications }, { steps }, { replayed, assumed }, groups] = await Promise.all([
    db
      .selectFrom('application')
      .select(({ fn }) => fn.countAll<number | string>().as('applications'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('step')
      .select(({ fn }) => fn.countAll<number | string>().as('steps'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('course')
      .select(({ fn }) => fn.countAll<number | string>().as('replayed'))
      .select(sql<number | string | null>`sum(assumed)`.as('assumed'))
      .where('replayed_by', '=', MACHINE)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('deviation')
      .select(alike)
      .select(({ fn }) => fn.countAll<number | string>().as('count'))
      .groupBy(alike)
      .orderBy('count', 'desc')
      .orderBy('event')
      .execute(),
  ]);
  return {
    applications: Number(applications),
    pending: Number(applications) - Number(replayed),
    steps: Number(steps),
    assumed: Number(assumed ?? 0),
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
        cases: withCases ? await casesOf(db, group) : [],
      })),
    ),
  };
}

async function casesOf(db: Kysely<Schema>, group: Alike): Promise<string[]> {
  const rows = await db
    .selectFrom('deviation')
    .select('application_number')
    .distinct()
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
