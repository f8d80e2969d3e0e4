import { sql } from 'kysely';
import { applicationStates } from '#contract/stored-application.ts';
import { turnOf } from '#contract/turns.ts';
import type { Services } from '#server/platform/database/services.ts';
import { type Filter, isCountedApplication } from './filter.ts';
import { stateNumberOf, stateOfNumber } from './state-numbers.ts';
import { type CourseTally, sum } from './tallies.ts';

/** Applications in a state, and how many of them are past their date. */
export interface Present {
  state: string;
  count: number;
  overdue: number;
}

/** States in which somebody still has to act. */
export const openStates = applicationStates.filter((state) => turnOf(state) !== 'nobody');
const ends = applicationStates.filter((state) => turnOf(state) === 'nobody');

/**
 * The open applications that a filter names, by the state they are in now, that of an earlier release
 * among them.
 * @param courses those of the same applications
 */
export async function countOpen(
  { store, now }: Services,
  filter: Filter,
  courses: readonly CourseTally[],
): Promise<Present[]> {
  const isFormer = courses.some((course) => stateOfNumber(lastOf(course)) === null);
  const rows = await store.db
    .selectFrom('application')
    .select('state')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .select(sql<number | string>`sum(case when due_at < ${now()} then 1 else 0 end)`.as('overdue'))
    // States that are named are found in an index; all but some are looked for in all rows.
    .where('state', isFormer ? 'not in' : 'in', isFormer ? ends : openStates)
    .where(isCountedApplication(filter))
    .groupBy('state')
    .execute();
  return rows.map(({ state, count, overdue }) => ({
    state,
    count: Number(count),
    overdue: Number(overdue),
  }));
}

/**
 * The ended ones among applications that were counted by their courses, which follow an end within
 * two seconds; none of them is overdue.
 */
export function endedOf(courses: readonly CourseTally[]): Present[] {
  return ends.map((state) => {
    const ended = courses.filter((course) => lastOf(course) === stateNumberOf(state));
    return { state, count: sum(ended, ({ count }) => count), overdue: 0 };
  });
}

/** Number of the state that a course has come to. */
const lastOf = ({ codes }: CourseTally) => Number(codes.split('>').at(-1));
