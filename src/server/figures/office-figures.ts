import { type NotNull, sql } from 'kysely';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { OFFICE_WEEKS } from '#contract/figures.ts';
import { statesWith } from '#contract/stored-application.ts';
import { DAY } from '#lib/words/durations.ts';
import { grantMachine } from '#machines/grant.machine.ts';
import { lastChangeOf } from '#server/applications/history.ts';
import { countOpen, openStates } from '#server/figures/counts.ts';
import type { Services } from '#server/platform/database/services.ts';
import { dayOf, plusDays, startOf } from '#server/platform/words/calendar.ts';
import { bucketIndex, count, countCourses, overdueAt, sum } from './counts.ts';
import { type Filter, isCountedApplication } from './filter.ts';

type Figures = DataOf<typeof endpoints.officeFigures>;

const AGES = [0, 7, 14, 30, 60, 90];

const ended = statesWith('ended');

export async function officeFigures(services: Services, filter: Filter): Promise<Figures> {
  const weeks = lastWeeks(services);
  const since = weeks[0]?.start ?? 0;
  const courses = await countCourses(services, filter);
  const [states, ages, byAssignee, endedBy, grounds, grants, filed, ends] = await Promise.all([
    countOpen(services, filter, courses),
    countAges(services, filter),
    countByAssignee(services, filter),
    countEndedBy(services, filter, since),
    countGrounds(services, filter),
    countGrants(services),
    countByWeek(services, filter, weeks, 'application.created_at'),
    countByWeek(services, filter, weeks, 'application.updated_at'),
  ]);
  const emails = new Set([...byAssignee.keys(), ...endedBy.keys()]);
  return {
    open: sum(states, (row) => row.count),
    overdue: sum(states, (row) => row.overdue),
    states: openStates.map((state) => {
      const row = states.find((each) => each.state === state);
      return { state, now: row?.count ?? 0, overdue: row?.overdue ?? 0 };
    }),
    ages,
    reviewers: [...emails].map((email) => ({
      email,
      ...(byAssignee.get(email) ?? { open: 0, overdue: 0 }),
      ended: endedBy.get(email) ?? 0,
    })),
    grounds,
    grants,
    weeks: weeks.map(({ from }, index) => ({
      from,
      filed: filed.get(index) ?? 0,
      ended: ends.get(index) ?? 0,
    })),
  };
}

function lastWeeks({ config: { TIME_ZONE }, now }: Services) {
  const today = dayOf(now(), TIME_ZONE);
  const sinceMonday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  return Array.from({ length: OFFICE_WEEKS }, (_, index) => {
    const from = plusDays(today, 7 * (index + 1 - OFFICE_WEEKS) - sinceMonday);
    return { from, start: startOf(from, TIME_ZONE) };
  });
}

async function countAges({ store, now }: Services, filter: Filter): Promise<Figures['ages']> {
  const age = bucketIndex(
    sql`(${now()} - ${sql.ref('application.created_at')})`,
    AGES.map((days) => days * DAY),
  );
  const rows = await store.db
    .selectFrom('application')
    .select([age.as('age'), count, overdueAt(now())])
    .where('application.state', 'in', openStates)
    .where(isCountedApplication(filter))
    .groupBy(sql`1`)
    .execute();
  return AGES.map((fromDays, index) => {
    const row = rows.find((each) => each.age === index);
    return {
      fromDays,
      belowDays: AGES[index + 1] ?? null,
      count: row?.count ?? 0,
      overdue: row?.overdue ?? 0,
    };
  });
}

async function countByAssignee({ store, now }: Services, filter: Filter) {
  const rows = await store.db
    .selectFrom('application')
    .leftJoin('account', 'account.id', 'application.assignee_id')
    .select(['account.email', count, overdueAt(now())])
    .where('application.state', 'in', openStates)
    .where(isCountedApplication(filter))
    .groupBy('account.email')
    .orderBy('count', 'desc')
    .orderBy('account.email')
    .execute();
  return new Map(rows.map((row) => [row.email, { open: row.count, overdue: row.overdue }]));
}

/** Counts by the member of staff who ended the application; by null if a requester or the clock did. */
async function countEndedBy({ store }: Services, filter: Filter, since: number) {
  const rows = await store.db
    .selectFrom('application')
    .innerJoin('history_entry', (join) =>
      join
        .onRef('history_entry.application_number', '=', 'application.number')
        .on('history_entry.revision', '=', lastChangeOf('application.number')),
    )
    .leftJoin('account', (join) =>
      join
        .onRef('account.id', '=', 'history_entry.actor_id')
        .on('history_entry.role', '=', 'reviewer'),
    )
    .select(['account.email', count])
    .where('application.state', 'in', ended)
    .where('application.updated_at', '>=', since)
    .where(isCountedApplication(filter))
    .groupBy('account.email')
    .orderBy('account.email')
    .execute();
  return new Map<string | null, number>(rows.map((row) => [row.email, row.count]));
}

async function countGrounds({ store }: Services, filter: Filter): Promise<Figures['grounds']> {
  return store.db
    .selectFrom('application')
    .select(['refusal_ground as ground', count])
    .where('refusal_ground', 'is not', null)
    .where(isCountedApplication(filter))
    .groupBy('refusal_ground')
    .orderBy('count', 'desc')
    .orderBy('refusal_ground')
    .$narrowType<{ ground: NotNull }>()
    .execute();
}

async function countGrants({ store }: Services): Promise<Figures['grants']> {
  const rows = await store.db
    .selectFrom('live_grant')
    .select(['state', count])
    .groupBy('state')
    .execute();
  return Object.keys(grantMachine.states)
    .filter((state) => state !== 'ended')
    .map((state) => {
      const row = rows.find((each) => each.state === state);
      return { state, now: row?.count ?? 0 };
    });
}

async function countByWeek(
  { store }: Services,
  filter: Filter,
  weeks: readonly { start: number }[],
  instant: 'application.created_at' | 'application.updated_at',
): Promise<Map<number, number>> {
  const rows = await store.db
    .selectFrom('application')
    .select([
      bucketIndex(
        sql.ref(instant),
        weeks.map(({ start }) => start),
      ).as('week'),
      count,
    ])
    .where(instant, '>=', weeks[0]?.start ?? 0)
    .$if(instant === 'application.updated_at', (query) =>
      query.where('application.state', 'in', ended),
    )
    .where(isCountedApplication(filter))
    .groupBy(sql`1`)
    .execute();
  return new Map(rows.map((row) => [row.week, row.count]));
}
