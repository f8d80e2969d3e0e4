import type { Kysely } from 'kysely';
import type { Clock } from '#contract/application-record.ts';
import type { Language } from '#contract/languages.ts';
import { EMERGENCY_WORKING_DAYS, REQUEST_WORKING_DAYS } from '#contract/limits.ts';
import { hasTag } from '#contract/stored-application.ts';
import { publicForms } from '#contract/stored-forms.ts';
import { turnOf } from '#contract/turns.ts';
import { DAY } from '#lib/words/durations.ts';
import { withoutUndone } from '#server/applications/history.ts';
import type { Config, EffectiveConfig } from '#server/platform/config/config.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import {
  type Day,
  dayOf,
  daysBetween,
  endOf,
  isWeekend,
  nextDay,
  plusDays,
  startOf,
} from '#server/platform/words/calendar.ts';
import { type FindHoliday, holidaysOf } from '#server/platform/words/holidays.ts';

const MAX_LISTED_DAYS = 400;

type ClockWithoutDay = Omit<Clock, 'dueDay' | 'timeZone'>;

/**
 * `party` is the one that must act from `at` (ms since the epoch) on, or `paused` while data are
 * withheld. The first turn starts with the receipt of the application.
 */
export interface Turn {
  at: number;
  party: Clock['periods'][number]['party'];
}

export interface WorkingCalendar {
  timeZone: string;
  holiday: FindHoliday;
}

/**
 * Counts working days since receipt (Art. 18(2)). Excludes the day of receipt (Art. 3(1) of
 * Regulation (EEC, Euratom) No 1182/71) and days on which it was never the data holder's
 * turn.
 */
export function workingDaysClock(
  turns: readonly Turn[],
  limit: number,
  { timeZone, holiday }: WorkingCalendar,
  now: number,
): ClockWithoutDay {
  const last = turns.at(-1) as Turn;
  const isEnded = last.party === 'nobody';
  const today = dayOf(isEnded ? last.at : now, timeZone);
  const receipt = dayOf((turns[0] as Turn).at, timeZone);
  const days: Clock['days'] = [{ day: receipt, kind: 'receipt', name: null, count: null }];
  const periods = periodsOf(turns, timeZone, now).map((period) => ({ ...period, days: 0 }));
  let used = 0;
  let counted = 0;
  let holidays = 0;
  let due: Day | null = null;
  for (let day = nextDay(receipt); ; day = nextDay(day)) {
    const isPast = day <= today;
    if (!isPast && (last.party !== 'holder' || due !== null)) break;
    const name = holiday(day) ?? null;
    const kind = isWeekend(day)
      ? 'weekend'
      : name !== null
        ? 'holiday'
        : isWholeDayOfOthers(turns, day, timeZone)
          ? 'paused'
          : 'counted';
    const count = kind === 'counted' ? ++counted : null;
    if (isPast && count !== null) used = count;
    if (due === null) {
      if (kind === 'holiday') holidays++;
      const end = startOf(nextDay(day), timeZone);
      const period = periods.findLast(({ party, at }) =>
        kind === 'counted' ? party === 'holder' && at < end : at <= startOf(day, timeZone),
      );
      if (period && isPast && (kind === 'counted' || kind === 'paused')) period.days++;
    }
    if (count === limit) due = day;
    days.push({ day, kind, name, count });
  }
  return clockWith(turns, timeZone, now, {
    basis: 'workingDays',
    limit,
    used,
    due,
    goalDay: plusWeekdays(receipt, limit),
    holidays,
    periods,
    days: days.slice(-MAX_LISTED_DAYS),
  });
}

/** Counts calendar days, without the day of receipt and days that began while others had to act. */
export function serviceGoalClock(
  turns: readonly Turn[],
  limit: number,
  timeZone: string,
  now: number,
): ClockWithoutDay {
  const periods = periodsOf(turns, timeZone, now).map((period) => ({
    ...period,
    days: daysBetween(period.from, period.to),
  }));
  const daysOf = (isHolders: boolean) =>
    periods.reduce(
      (sum, { party, days }) => sum + ((party === 'holder') === isHolders ? days : 0),
      0,
    );
  const goalDay = plusDays(dayOf((turns[0] as Turn).at, timeZone), limit);
  return clockWith(turns, timeZone, now, {
    basis: 'serviceGoal',
    limit,
    used: daysOf(true),
    due: plusDays(goalDay, daysOf(false)),
    goalDay,
    holidays: 0,
    periods,
    days: [],
  });
}

function clockWith(
  turns: readonly Turn[],
  timeZone: string,
  now: number,
  {
    due,
    periods,
    ...counted
  }: Pick<Clock, 'basis' | 'limit' | 'used' | 'goalDay' | 'holidays' | 'days'> & {
    due: Day | null;
    periods: readonly (Clock['periods'][number] & { at: number })[];
  },
): ClockWithoutDay {
  const { party: last } = turns.at(-1) as Turn;
  const dueAt = due !== null && last === 'holder' ? endOf(due, timeZone) : null;
  return {
    ...counted,
    dueAt,
    isOverdue: dueAt !== null && dueAt < now,
    state: last === 'nobody' ? 'ended' : last === 'holder' ? 'running' : 'paused',
    filedOn: dayOf((turns[0] as Turn).at, timeZone),
    periods: periods
      .filter(
        ({ party, days }, index) => days && (party !== 'nobody' || index < periods.length - 1),
      )
      .map(({ at: _, ...period }) => period),
  };
}

function periodsOf(turns: readonly Turn[], timeZone: string, now: number) {
  const changes = turns.filter(({ party }, index) => party !== turns[index - 1]?.party);
  return changes.map(({ party, at }, index) => {
    const to = changes[index + 1]?.at ?? now;
    return { party, at, from: dayOf(at, timeZone), to: dayOf(to, timeZone) };
  });
}

function plusWeekdays(day: Day, count: number): Day {
  let last = day;
  for (let left = count; left > 0; ) {
    last = nextDay(last);
    if (!isWeekend(last)) left--;
  }
  return last;
}

function isWholeDayOfOthers(turns: readonly Turn[], day: Day, timeZone: string): boolean {
  if (turns.every(({ party }) => party === 'holder')) return false;
  const start = startOf(day, timeZone);
  const end = startOf(nextDay(day), timeZone);
  const atStart = turns.findLast(({ at }) => at <= start);
  const within = turns.filter(({ at }) => at > start && at < end);
  return [atStart, ...within].every((turn) => turn?.party !== 'holder');
}

type Subject = Pick<Schema['application'], 'kind' | 'form_json'>;

type Trace = readonly { at: number; to: string; event: string }[];

export function clockOf(
  config: EffectiveConfig,
  { kind, form_json }: Subject,
  trace: Trace,
  now: number,
  language: Language = 'en',
): Clock {
  const turns: Turn[] = withoutUndone(trace).map(({ at, to }) => ({
    at,
    party: hasTag(to, 'withheld') ? 'paused' : turnOf(to),
  }));
  const clock =
    kind === 'personal'
      ? serviceGoalClock(turns, config.SERVICE_GOAL_DAYS / DAY, config.TIME_ZONE, now)
      : workingDaysClock(turns, publicLimit(form_json), calendarOf(config, language), now);
  return { ...clock, dueDay: dueDayOf(config, clock.dueAt), timeZone: config.TIME_ZONE };
}

function publicLimit(form_json: string): number {
  const { type } = publicForms.read(form_json);
  return type === 'publicEmergency' ? EMERGENCY_WORKING_DAYS : REQUEST_WORKING_DAYS;
}

export function dueDayOf(
  { TIME_ZONE }: Pick<Config, 'TIME_ZONE'>,
  dueAt: number | null,
): Day | null {
  return dueAt === null ? null : dayOf(dueAt, TIME_ZONE);
}

/** Returns the due date of the party that must act, in ms since the epoch; null without one. */
export function dueAtOf(
  config: EffectiveConfig,
  application: Subject & Pick<Schema['application'], 'answer_due_at'>,
  trace: Trace,
  now: number,
): number | null {
  return application.answer_due_at ?? clockOf(config, application, trace, now).dueAt;
}

export async function traceOf(db: Kysely<Schema>, number: string) {
  return db
    .selectFrom('history_entry')
    .select(['at', 'to_state as to', 'event'])
    .where('application_number', '=', number)
    .orderBy('revision')
    .execute();
}

const calendars = new Map<string, WorkingCalendar>();

function calendarOf({ HOLIDAYS, TIME_ZONE }: EffectiveConfig, language: Language): WorkingCalendar {
  const key = `${HOLIDAYS} ${TIME_ZONE} ${language}`;
  let calendar = calendars.get(key);
  if (!calendar) {
    calendar = { timeZone: TIME_ZONE, holiday: holidaysOf(HOLIDAYS, language) };
    calendars.set(key, calendar);
  }
  return calendar;
}
