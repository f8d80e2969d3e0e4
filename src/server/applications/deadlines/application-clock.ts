import type { Kysely } from 'kysely';
import type { Clock } from '#contract/application-record.ts';
import type { Language } from '#contract/languages.ts';
import { EMERGENCY_WORKING_DAYS, REQUEST_WORKING_DAYS } from '#contract/limits.ts';
import { hasTag } from '#contract/stored-application.ts';
import { publicForms } from '#contract/stored-forms.ts';
import { turnOf } from '#contract/turns.ts';
import type { Config, EffectiveConfig } from '#server/platform/config/config.ts';
import type { Schema } from '#server/platform/database/schema.ts';
import { type Day, dayOf } from '#server/platform/words/calendar.ts';
import { holidaysOf } from '#server/platform/words/holidays.ts';
import { serviceGoalClock, type Turn, type WorkingCalendar, workingDaysClock } from './clock.ts';

const DAY = 86_400_000;

type Subject = Pick<Schema['application'], 'kind' | 'form_json'>;

/** The clock of an application whose states were entered at these instants; holidays in a language. */
export function clockOf(
  config: EffectiveConfig,
  { kind, form_json }: Subject,
  trace: readonly { at: number; to: string }[],
  now: number,
  language: Language = 'en',
): Clock {
  const turns: Turn[] = trace.map(({ at, to }) => ({
    at,
    of: hasTag(to, 'withheld') ? 'paused' : turnOf(to),
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

/** The day of a due date in the data holder's calendar. */
export function dueDayOf(
  { TIME_ZONE }: Pick<Config, 'TIME_ZONE'>,
  dueAt: number | null,
): Day | null {
  return dueAt === null ? null : dayOf(dueAt, TIME_ZONE);
}

/**
 * Date by which somebody has to act: the requester by their date, the holder by the clock's. ms since
 * the epoch; null once the application has ended.
 */
export function dueAtOf(
  config: EffectiveConfig,
  application: Subject & Pick<Schema['application'], 'answer_due_at'>,
  trace: readonly { at: number; to: string }[],
  now: number,
): number | null {
  return application.answer_due_at ?? clockOf(config, application, trace, now).dueAt;
}

/** States an application entered, each with its instant, in their order. */
export async function traceOf(db: Kysely<Schema>, number: string) {
  return db
    .selectFrom('history_entry')
    .select(['at', 'to_state as to'])
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
