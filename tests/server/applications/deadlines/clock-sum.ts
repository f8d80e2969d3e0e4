import { expect } from 'vitest';
import type { Clock } from '#contract/application-record.ts';
import { isWeekend, nextDay, plusDays } from '#server/platform/words/calendar.ts';

/** Expects that goal, holidays and the turns of others add up to the due day. */
export function expectSum(clock: Clock): void {
  const { basis, limit, used, filedOn, goalDay, holidays, periods, dueDay, state } = clock;
  const plus = basis === 'workingDays' ? plusWeekdays : plusDays;
  const daysOf = (isHolders: boolean) =>
    periods.reduce(
      (sum, { party, days }) => sum + ((party === 'holder') === isHolders ? days : 0),
      0,
    );
  expect(goalDay).toBe(plus(filedOn, limit));
  expect(dueDay).toBe(state === 'running' ? plus(goalDay, holidays + daysOf(false)) : null);
  expect(daysOf(true)).toBe(basis === 'workingDays' ? Math.min(used, limit) : used);
}

function plusWeekdays(day: string, count: number): string {
  let last = day;
  for (let left = count; left > 0; last = nextDay(last)) if (!isWeekend(nextDay(last))) left--;
  return last;
}
