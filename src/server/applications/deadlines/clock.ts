import type { Clock } from '#contract/application-record.ts';
import {
  type Day,
  dayOf,
  endOfDayOf,
  isWeekend,
  nextDay,
  startOf,
} from '#server/platform/words/calendar.ts';
import type { FindHoliday } from '#server/platform/words/holidays.ts';

const DAY = 86_400_000;
/** Longest arithmetic returned, in days: of a clock that has run longer, the last ones. */
const LONGEST = 400;

/** Clock whose due date is not yet rendered as a calendar day. */
type ClockWithoutDay = Omit<Clock, 'dueDay' | 'timeZone'>;

/**
 * Turn of a party from an instant on (ms since the epoch); the first is the receipt. `paused`: the
 * data are withheld, and it is not for the data holder alone to go on.
 */
export interface Turn {
  at: number;
  of: 'holder' | 'requester' | 'nobody' | 'paused';
}

/** The calendar that working days are counted in. */
export interface WorkingCalendar {
  timeZone: string;
  holiday: FindHoliday;
}

/**
 * Working days from receipt (Art. 18(2)): the day of receipt is not counted (Art. 3(1) of
 * Regulation (EEC, Euratom) No 1182/71), nor is one that was the requester's turn from its start
 * to its end. A day on which the data holder could act counts.
 */
export function workingDaysClock(
  turns: readonly Turn[],
  limit: number,
  { timeZone, holiday }: WorkingCalendar,
  now: number,
): ClockWithoutDay {
  const last = turns.at(-1) as Turn;
  const isEnded = last.of === 'nobody';
  const today = dayOf(isEnded ? last.at : now, timeZone);
  const receipt = dayOf((turns[0] as Turn).at, timeZone);
  const days: Clock['days'] = [{ day: receipt, kind: 'receipt', name: null, count: null }];
  let used = 0;
  let counted = 0;
  let due: Day | null = null;
  for (let day = nextDay(receipt); ; day = nextDay(day)) {
    const isPast = day <= today;
    if (!isPast && (last.of !== 'holder' || due !== null)) break;
    const name = holiday(day) ?? null;
    const kind = isWeekend(day)
      ? 'weekend'
      : name !== null
        ? 'holiday'
        : isRequestersWhole(turns, day, timeZone)
          ? 'paused'
          : 'counted';
    const count = kind === 'counted' ? ++counted : null;
    if (isPast && count !== null) used = count;
    if (count === limit) due = day;
    days.push({ day, kind, name, count });
  }
  const dueAt = due !== null && last.of === 'holder' ? startOf(nextDay(due), timeZone) - 1 : null;
  const state = isEnded ? 'ended' : last.of === 'requester' ? 'paused' : 'running';
  const isOverdue = dueAt !== null && dueAt < now;
  return { basis: 'workingDays', limit, used, dueAt, isOverdue, state, days: days.slice(-LONGEST) };
}

/** Elapsed time that was the data holder's, against a goal of `limit` calendar days. */
export function serviceGoalClock(
  turns: readonly Turn[],
  limit: number,
  timeZone: string,
  now: number,
): ClockWithoutDay {
  const last = turns.at(-1) as Turn;
  let elapsed = 0;
  for (const [index, { at, of }] of turns.entries())
    if (of === 'holder') elapsed += Math.max(0, (turns[index + 1]?.at ?? now) - at);
  const isRunning = last.of === 'holder';
  const dueAt = isRunning ? endOfDayOf(now + limit * DAY - elapsed, timeZone) : null;
  return {
    basis: 'serviceGoal',
    limit,
    used: Math.floor(elapsed / DAY),
    dueAt,
    isOverdue: dueAt !== null && dueAt < now,
    state: isRunning ? 'running' : last.of === 'nobody' ? 'ended' : 'paused',
    days: [],
  };
}

/** Tests that it was the requester's turn from the start of a day to its end. */
function isRequestersWhole(turns: readonly Turn[], day: Day, timeZone: string): boolean {
  if (turns.every(({ of }) => of !== 'requester')) return false;
  const start = startOf(day, timeZone);
  const end = startOf(nextDay(day), timeZone);
  const atStart = turns.findLast(({ at }) => at <= start);
  const within = turns.filter(({ at }) => at > start && at < end);
  return atStart?.of === 'requester' && within.every(({ of }) => of === 'requester');
}
