import { sql } from 'kysely';
import { applicationStates } from '#contract/stored-application.ts';
import { turnOf } from '#contract/turns.ts';
import type { Services } from '#server/platform/database/services.ts';
import { type CourseCount, sum } from './counts.ts';
import { type Filter, isCountedApplication } from './filter.ts';
import { stateNumberOf, stateOfNumber } from './state-numbers.ts';

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
  return [...(await countOpen(services, filter, courses)), ...endedOf(courses)];
}

export async function countOpen(
  { store, now }: Services,
  filter: Filter,
  courses: readonly CourseCount[],
): Promise<StateCount[]> {
  const hasUnknown = courses.some((course) => stateOfNumber(lastOf(course)) === null);
  return (
    store.db
      .selectFrom('application')
      .select('state')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .select(sql<number>`sum(case when due_at < ${now()} then 1 else 0 end)`.as('overdue'))
      // Only `not in` finds unknown states, but it scans all rows; `in` uses an index.
      .where('state', hasUnknown ? 'not in' : 'in', hasUnknown ? ends : openStates)
      .where(isCountedApplication(filter))
      .groupBy('state')
      .execute()
  );
}

function endedOf(courses: readonly CourseCount[]): StateCount[] {
  return ends.map((state) => {
    const ended = courses.filter((course) => lastOf(course) === stateNumberOf(state));
    return { state, count: sum(ended, ({ count }) => count), overdue: 0 };
  });
}

const lastOf = ({ codes }: CourseCount) => Number(codes.split('>').at(-1));
