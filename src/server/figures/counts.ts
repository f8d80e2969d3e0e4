import { type RawBuilder, sql } from 'kysely';
import type { DataOf } from '#contract/endpoint.ts';
import type { endpoints } from '#contract/endpoints.ts';
import { waitedFor } from '#contract/figures.ts';
import { applicationStates, hasTag } from '#contract/stored-application.ts';
import { turnOf } from '#contract/turns.ts';
import { type Filter, isCounted, isCountedApplication } from '#server/figures/filter.ts';
import { BEFORE_FILING, stateNumberOf, stateOfNumber } from '#server/figures/state-numbers.ts';
import type { Services } from '#server/platform/database/services.ts';

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

export const count = sql<number>`count(*)`.as('count');
export const overdueAt = (at: number) =>
  sql<number>`sum(case when due_at < ${at} then 1 else 0 end)`.as('overdue');

export interface StateCount {
  state: string;
  count: number;
  overdue: number;
}

export const openStates = applicationStates.filter((state) => turnOf(state) !== 'nobody');
const ends = applicationStates.filter((state) => turnOf(state) === 'nobody');

/** Counts applications by state, including states that this release does not have. */
export async function countPresent(
  services: Services,
  filter: Filter,
  courses: readonly CourseCount[],
): Promise<StateCount[]> {
  const ended = ends.map((state) => {
    const own = courses.filter((course) => lastOf(course) === stateNumberOf(state));
    return { state, count: sum(own, ({ count }) => count), overdue: 0 };
  });
  return [...(await countOpen(services, filter, courses)), ...ended];
}

export async function countOpen(
  { store, now }: Services,
  filter: Filter,
  courses: readonly CourseCount[],
): Promise<StateCount[]> {
  const hasUnknown = courses.some((course) => stateOfNumber(lastOf(course)) === null);
  // Only `not in` finds unknown states, but it scans all rows; `in` uses an index.
  const [operator, states] = hasUnknown
    ? (['not in', ends] as const)
    : (['in', openStates] as const);
  return store.db
    .selectFrom('application')
    .select(['state', count, overdueAt(now())])
    .where('state', operator, states)
    .where(isCountedApplication(filter))
    .groupBy('state')
    .execute();
}

const lastOf = ({ codes }: CourseCount) => Number(codes.split('>').at(-1));

type Waiting = DataOf<typeof endpoints.chartFigures>['waiting'];
type Party = Waiting[number]['waitsFor'] | 'ended';

/** Sums the waits by the party that had to act. The shares add up to 1 unless there are no waits. */
export function waitingOf(steps: readonly StepCount[], present: readonly StateCount[]): Waiting {
  const stays = steps.filter(
    ({ from }) => from !== BEFORE_FILING && partyOfNumber(from) !== 'ended',
  );
  const allTime = sum(stays, ({ waited }) => waited);
  return waitedFor.map((party) => {
    const own = stays.filter(({ from }) => partyOfNumber(from) === party);
    const time = sum(own, ({ waited }) => waited);
    return {
      waitsFor: party,
      waits: sum(own, ({ count }) => count),
      time,
      share: allTime ? time / allTime : 0,
      lapsed: sum(own, ({ event, count }) => (event === 'deadline.passed' ? count : 0)),
      now: sum(present, ({ state, count }) => (partyOf(state) === party ? count : 0)),
    };
  });
}

/**
 * Returns the party that must act on an application in `state`. Unknown states, for example from
 * another release, count as the data holder's.
 */
function partyOf(state: string): Party {
  if (hasTag(state, 'withheld')) return 'suspended';
  const turn = turnOf(state);
  return turn === 'nobody' ? 'ended' : turn;
}

const parties = new Map(applicationStates.map((state) => [stateNumberOf(state), partyOf(state)]));
export const partyOfNumber = (number: number): Party => parties.get(number) ?? 'holder';
