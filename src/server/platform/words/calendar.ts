import { Temporal } from 'temporal-polyfill';
import { DAY } from '#lib/words/durations.ts';

/** YYYY-MM-DD; compares as a string. */
export type Day = string;

const MAX_CACHED = 20_000;

function cached<T>(compute: (key: string) => T): (key: string) => T {
  const values = new Map<string, T>();
  return (key) => {
    let value = values.get(key);
    if (value === undefined) {
      value = compute(key);
      if (values.size === MAX_CACHED) values.clear();
      values.set(key, value);
    }
    return value;
  };
}

const starts = cached((key) => {
  const [day = '', timeZone = ''] = key.split(' ');
  return Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds;
});

export function startOf(day: Day, timeZone: string): number {
  return starts(`${day} ${timeZone}`);
}

export function dayOf(at: number, timeZone: string): Day {
  const day = new Date(at).toISOString().slice(0, 10);
  if (at < startOf(day, timeZone)) return plusDays(day, -1);
  return at < startOf(nextDay(day), timeZone) ? day : nextDay(day);
}

export function endOf(day: Day, timeZone: string): number {
  return startOf(nextDay(day), timeZone) - 1;
}

export function endOfDayOf(at: number, timeZone: string): number {
  return endOf(dayOf(at, timeZone), timeZone);
}

export const nextDay = cached((day: Day) => plusDays(day, 1));

export function plusDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * DAY).toISOString().slice(0, 10);
}

export function daysBetween(from: Day, to: Day): number {
  return (Date.parse(to) - Date.parse(from)) / DAY;
}

/** Regulation (EEC, Euratom) No 1182/71, Art. 2(2). */
export const isWeekend = cached((day: Day) =>
  [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()),
);
