import { Temporal } from 'temporal-polyfill';

const DAY = 86_400_000;

/** A calendar day, YYYY-MM-DD. Days compare as texts. */
export type Day = string;

/** The calendar day of an instant (ms since the epoch) in a time zone (IANA name). */
export function dayOf(at: number, timeZone: string): Day {
  return Temporal.Instant.fromEpochMilliseconds(at)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
    .toString();
}

/** Starts that are cached: decades in one zone, and to find one takes some 30 µs. */
const MOST_STARTS = 20_000;
const starts = new Map<string, number>();

/** The first instant of a day in a time zone, ms since the epoch. */
export function startOf(day: Day, timeZone: string): number {
  const key = `${day} ${timeZone}`;
  let start = starts.get(key);
  if (start === undefined) {
    start = Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds;
    if (starts.size === MOST_STARTS) starts.clear();
    starts.set(key, start);
  }
  return start;
}

/** The last millisecond of a day in a time zone, ms since the epoch. */
export function endOf(day: Day, timeZone: string): number {
  return startOf(nextDay(day), timeZone) - 1;
}

/** The end, in a time zone, of the day on which an instant falls. */
export function endOfDayOf(at: number, timeZone: string): number {
  return endOf(dayOf(at, timeZone), timeZone);
}

export function nextDay(day: Day): Day {
  return plusDays(day, 1);
}

export function plusDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY).toISOString().slice(0, 10);
}

/** Saturdays and Sundays are no working days (Regulation (EEC, Euratom) No 1182/71, Art. 2(2)). */
export function isWeekend(day: Day): boolean {
  return [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
}
