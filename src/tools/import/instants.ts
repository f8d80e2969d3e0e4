import { FieldError, ImportError } from './import-error.ts';
import type { LocalTimes } from './local-time.ts';

/** Reads the instant of a row from some of its columns. */
export interface InstantReader {
  columns: readonly string[];
  /**
   * @param fields the texts of `columns`
   * @returns ms since the epoch
   * @throws {FieldError}
   */
  read(fields: readonly string[]): number;
  /** Rows so far whose impossible date was replaced. */
  readonly replacedDates: number;
  /** Rows so far whose time was finer than a millisecond, and is cut to it. */
  readonly cutTimes: number;
}

/** Treatment of a date that is in no calendar, as loggers without a satellite fix write it. */
export type ImpossibleDate = 'refuse' | 'previous';

/** A row may come this long after the one whose date it takes, in ms. */
const MAX_STEP = 60_000;

const ISO =
  /^(\d{4})-(\d\d?)-(\d\d?)[T ](\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?$/i;
const US_DATE = /^(\d\d?)\/(\d\d?)\/(\d{4})$/;
const CLOCK = /^(\d\d?):(\d\d):(\d\d)$/;

/** One column in ISO 8601, with an offset or `Z`, or without: then it is local time of the zone. */
export function isoInstants(column: string, zone: LocalTimes | null): InstantReader {
  let cutTimes = 0;
  return {
    replacedDates: 0,
    get cutTimes() {
      return cutTimes;
    },
    columns: [column],
    read([text = '']) {
      const found = ISO.exec(text);
      if (!found) throw new FieldError(column, `«${text}» is not an ISO 8601 instant`);
      const [, year, month, day, hour, minute, second, fraction = '', offset] = found;
      const ms = Number(fraction.slice(0, 3).padEnd(3, '0'));
      const numbers = [year, month, day, hour, minute, second ?? 0].map(Number);
      const wall = calendarTime(numbers);
      if (wall === null) throw new FieldError(column, `«${text}» is in no calendar`);
      if (/[1-9]/.test(fraction.slice(3))) cutTimes++;
      if (offset) return wall + ms - offsetOf(offset);
      return localInstant(column, text, wall + ms, zone);
    },
  };
}

/** A date column MM/DD/YYYY and a time column HH:MM:SS, in local time of the zone. */
export function usDateAndTime(
  date: string,
  time: string,
  zone: LocalTimes | null,
  impossibleDate: ImpossibleDate,
): InstantReader {
  if (!zone) throw new ImportError('The times of this file are local: say --timezone');
  let previous: { day: number; clock: number } | null = null;
  let replacedDates = 0;
  return {
    columns: [date, time],
    cutTimes: 0,
    get replacedDates() {
      return replacedDates;
    },
    read([dateText = '', timeText = '']) {
      const clock = clockTime(time, timeText);
      let day = usDay(date, dateText);
      if (day === null) {
        const step = previous ? clock - previous.clock : -1;
        if (impossibleDate === 'refuse' || !previous || step < 0 || step > MAX_STEP) {
          throw new FieldError(date, `«${dateText}» is in no calendar (see --impossible-date)`);
        }
        day = previous.day;
        replacedDates++;
      }
      previous = { day, clock };
      return localInstant(time, `${dateText} ${timeText}`, day + clock, zone);
    },
  };
}

/** Midnight of the date as if in UTC; null when the calendar has no such day. */
function usDay(column: string, text: string): number | null {
  const [, month, day, year] = US_DATE.exec(text) ?? [];
  if (!year) throw new FieldError(column, `«${text}» is not a date MM/DD/YYYY`);
  return calendarTime([year, month, day, 0, 0, 0].map(Number));
}

function clockTime(column: string, text: string): number {
  const [, hour, minute, second] = CLOCK.exec(text) ?? [];
  const time = second ? calendarTime([1970, 1, 1, hour, minute, second].map(Number)) : null;
  if (time === null) throw new FieldError(column, `«${text}» is not a time HH:MM:SS`);
  return time;
}

/** Year, month, day, hour, minute and second as if in UTC; null when there is no such time. */
export function calendarTime(numbers: number[]): number | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = numbers;
  // Not `Date.UTC`, which takes the year 1 for 1901.
  const wall = new Date(0);
  wall.setUTCFullYear(year, month - 1, day);
  wall.setUTCHours(hour, minute, second);
  const isSame =
    wall.getUTCMonth() === month - 1 &&
    wall.getUTCDate() === day &&
    wall.getUTCHours() === hour &&
    wall.getUTCMinutes() === minute &&
    wall.getUTCSeconds() === second;
  return isSame ? wall.getTime() : null;
}

function offsetOf(text: string): number {
  if (text.toUpperCase() === 'Z') return 0;
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(-2))];
  return (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000;
}

/** The instant at which the clocks of the zone showed a time. */
export function localInstant(
  column: string,
  text: string,
  wall: number,
  zone: LocalTimes | null,
): number {
  if (!zone) throw new FieldError(column, `«${text}» has no offset: say --timezone`);
  try {
    return zone.instantOf(wall);
  } catch (error) {
    if (error instanceof RangeError) throw new FieldError(column, `«${text}» ${error.message}`);
    throw error;
  }
}
