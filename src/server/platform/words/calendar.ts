import { Temporal } from 'temporal-polyfill';
import { DAY } from '#lib/words/durations.ts';

/** YYYY-MM-DD; compares as a string. */
export type Day = string;

export function dayOf(at: number, timeZone: string): Day {
  return Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
}

const MAX_CACHED = 20_000;
const starts = new Map<string, number>();

export function startOf(day: Day, timeZone: string): number {
  const key = `${day} ${timeZone}`;
  let start = starts.get(key);
  if (start === undefined) {
    start = Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds;
    if (starts.size === MAX_CACHED) starts.clear();
    starts.set(key, start);
  }
  return start;
}

export function endOf(day: Day, timeZone: string): number {
  return startOf(nextDay(day), timeZone) - 1;
}

export function endOfDayOf(at: number, timeZone: string): number {
  return endOf(dayOf(at, timeZone), timeZone);
}

export function nextDay(day: Day): Day {
  return plusDays(day, 1);
}

export function plusDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY).toISOString().slice(0, 10);
}

export function daysBetween(from: Day, to: Day): number {
  return (Date.parse(to) - Date.parse(from)) / DAY;
}

/** Regulation (EEC, Euratom) No 1182/71, Art. 2(2). */
export function isWeekend(day: Day): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}
