import { Temporal } from 'temporal-polyfill';
import { DAY, HOUR } from '#lib/words/durations.ts';
import { FieldError, ImportError } from './import-error.ts';

/** In ms. Since 1972 all offsets change at a quarter of an hour. */
const QUARTER = 15 * 60 * 1000;

/**
 * Converts local times of an IANA zone to instants with the time-zone data of the platform, which
 * includes special rules (Morocco changes its offset for the month of Ramadan).
 */
export class LocalTimes {
  readonly #zone: string;
  readonly #ambiguity: 'refuse' | 'earlier' | 'later';
  /** Keyed by local start of the quarter of an hour (ms). `offset`: local time minus UTC (ms). */
  readonly #quarters = new Map<number, { offset: number; isAmbiguous: boolean }>();

  constructor(zone: string, ambiguity: 'refuse' | 'earlier' | 'later') {
    this.#zone = Temporal.Now.zonedDateTimeISO(zone).timeZoneId;
    this.#ambiguity = ambiguity;
  }

  /** Throws RangeError if the local time never occurred, or is ambiguous (if refused). */
  instantOf(wall: number): { at: number; isAmbiguous: boolean } {
    const quarter = Math.floor(wall / QUARTER) * QUARTER;
    const { offset, isAmbiguous } = this.#quarters.get(quarter) ?? this.#find(quarter);
    this.#quarters.set(quarter, { offset, isAmbiguous });
    return { at: wall - offset, isAmbiguous };
  }

  #find(wall: number) {
    const local = Temporal.Instant.fromEpochMilliseconds(wall)
      .toZonedDateTimeISO('UTC')
      .toPlainDateTime();
    const earlier = local.toZonedDateTime(this.#zone, { disambiguation: 'earlier' });
    const later = local.toZonedDateTime(this.#zone, { disambiguation: 'later' });
    const isAmbiguous = !earlier.equals(later);
    if (!earlier.toPlainDateTime().equals(local))
      throw new RangeError(`did not exist in ${this.#zone}, because the clocks were set forward`);
    if (isAmbiguous && this.#ambiguity === 'refuse')
      throw new RangeError(
        `occurred twice in ${this.#zone}, because the clocks were set back: set --ambiguous to earlier or later`,
      );
    const chosen = this.#ambiguity === 'later' ? later : earlier;
    return { offset: wall - chosen.epochMilliseconds, isAmbiguous };
  }
}

const noChanges = {
  replacedDates: 0,
  addedDates: 0,
  /** Of `addedDates`, those after the first day. */
  laterDates: 0,
  cutTimes: 0,
  ambiguousTimes: 0,
};

export interface InstantReader extends Readonly<typeof noChanges> {
  columns: readonly string[];
  read(fields: readonly string[]): number;
  /**
   * Converts a valid ISO 8601 time that DuckDB has parsed. Undefined for times in other formats.
   * @param micros µs since the epoch, of a local time as if in UTC
   * @param localText the text of a local time
   */
  ofParsed?: ((micros: number, localText?: string) => number) | undefined;
}

export interface TimeRules {
  /** Zone of times without an offset. */
  zone: LocalTimes | null;
  /** Treatment of a date that does not exist, as written by loggers without a satellite fix. */
  impossibleDate?: 'refuse' | 'previous';
  /** Date of the first row, if the times have no date (`YYYY-MM-DD`). */
  date?: string | undefined;
}

/** Maximum time between a row and the previous row whose date it takes, in ms. */
const MAX_STEP = 60_000;

/**
 * If a time of day is earlier than that of the previous row by more than this (in ms), it is after
 * midnight.
 */
const MIN_MIDNIGHT_STEP = 12 * HOUR;

const CLOCK =
  /^(?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,](?<fraction>\d{1,9}))?)?(?<offset>Z|[+-]\d\d(?::?\d\d)?)?$/i;
const ISO = new RegExp(
  `^(?<year>\\d{4})-(?<month>\\d\\d?)-(?<day>\\d\\d?)[T ]${CLOCK.source.slice(1)}`,
  'i',
);

const AN_ISO_INSTANT = 'an ISO 8601 instant';
const HINT = '(see --time-format)';

/** Parses ISO 8601 columns. Times without an offset or `Z` are local times of the zone. */
export const isoInstants = (columns: readonly string[], rules: TimeRules): InstantReader =>
  rules.date === undefined
    ? patternInstants(columns, ISO, `${AN_ISO_INSTANT} ${HINT}`, rules)
    : patternInstants(columns, CLOCK, `a time of day such as 08:00:00 ${HINT}`, rules);

/**
 * Parses columns by a pattern with named groups; `expected` describes the pattern. Times without an
 * offset are local times of the zone.
 */
function patternInstants(
  columns: readonly string[],
  pattern: RegExp,
  expected: string,
  { zone, impossibleDate = 'refuse', date: firstDate }: TimeRules,
): InstantReader {
  const isPlain = pattern === ISO && impossibleDate === 'refuse';
  const reader = { columns, ...noChanges, read, ofParsed: isPlain ? ofParsed : undefined };
  const [column = ''] = columns;
  let previous: { date: number; clock: number } | null = null;
  let last = { key: '', start: null as number | null };
  const previousDate = (clock: number) => {
    const step = previous ? clock - previous.clock : -1;
    if (impossibleDate === 'refuse' || !previous || step < 0 || step > MAX_STEP) return null;
    reader.replacedDates++;
    return previous.date;
  };
  const firstDay = firstDate === undefined ? null : Date.parse(firstDate);
  const addedDate = (first: number, clock: number, text: string) => {
    const back = previous ? previous.clock - clock : 0;
    const isAfterMidnight = back > MIN_MIDNIGHT_STEP;
    if (back > 0 && !isAfterMidnight)
      throw new FieldError(
        column,
        `«${text}» is earlier than the time of the row before, but not after a midnight: with --date, rows must be in order`,
      );
    const date = (previous?.date ?? first) + (isAfterMidnight ? DAY : 0);
    reader.addedDates++;
    if (date > first) reader.laterDates++;
    return date;
  };
  function ofParsed(micros: number, localText?: string): number {
    if (micros % 1000 !== 0) reader.cutTimes++;
    const at = Math.floor(micros / 1000);
    return localText === undefined ? at : localInstant(reader, column, localText, at, zone);
  }
  function read(texts: readonly string[]): number {
    const text = texts.join(' ');
    const found = pattern.exec(text)?.groups;
    if (!found) {
      const isClock = pattern === ISO && CLOCK.test(text);
      const problem = isClock
        ? `has no date: set --date to the date of the first row`
        : `is not ${expected}`;
      throw new FieldError(column, `«${text}» ${problem}`);
    }
    const { year, month, day, minute, second = 0, fraction = '', offset } = found;
    const hour = found.half ? hourOf(found.half, Number(found.hour)) : Number(found.hour);
    if (!(hour <= 23) || Number(minute) > 59 || Number(second) > 59)
      throw new FieldError(column, `«${text}» is not a real time`);
    const clock = ((hour * 60 + Number(minute)) * 60 + Number(second)) * 1000;
    const key = `${year}-${month}-${day}`;
    if (key !== last.key && firstDay === null) {
      const number = Number(month) || months.indexOf(month?.toLowerCase() ?? '') + 1;
      last = { key, start: startOfDate(Number(year), number, Number(day)) };
    }
    const date =
      firstDay === null ? (last.start ?? previousDate(clock)) : addedDate(firstDay, clock, text);
    if (date === null)
      throw new FieldError(
        column,
        `«${text}» is not a real date (set --impossible-date previous to use the date of the row before)`,
      );
    previous = { date, clock };
    if (/[1-9]/.test(fraction.slice(3))) reader.cutTimes++;
    const at = date + clock + Number(fraction.slice(0, 3).padEnd(3, '0'));
    if (offset) return at - offsetOf(column, offset);
    return localInstant(reader, column, text, at, zone);
  }
  return reader;
}

type Count = { unit: number; words: string };

/** Units in ms. */
const epochs: Readonly<Record<string, Count>> = {
  'epoch s': { unit: 1000, words: 'seconds since 1970' },
  'epoch ms': { unit: 1, words: 'milliseconds since 1970' },
  'epoch us': { unit: 1e-3, words: 'microseconds since 1970' },
  'epoch ns': { unit: 1e-6, words: 'nanoseconds since 1970' },
};
const seconds: Count = { unit: 1000, words: 'seconds' };
const COUNT = /^-?\d+(\.\d+)?$/;
const MAX_ECMASCRIPT_TIME = 8.64e15;

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

const parts: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  ddd: '[A-Za-z]{3}',
  MMM: '(?<month>[A-Za-z]{3})',
  Z: '(?:GMT|UTC)?(?<offset>Z|[+-]\\d\\d(?::?\\d\\d)?)',
  MM: '(?<month>\\d\\d?)',
  DD: '(?<day>\\d\\d?)',
  HH: '(?<hour>\\d\\d?)',
  hh: '(?<hour>\\d\\d?)',
  A: '(?<half>[AaPp])\\.?[Mm]\\.?',
  mm: '(?<minute>\\d\\d)',
  ss: '(?<second>\\d\\d)',
  SSS: '(?<fraction>\\d{1,9})',
};
const DATE_PARTS = ['YYYY', /MMM?/, 'DD'];
const PART = /YYYY|ddd|MMM|MM|DD|HH|hh|mm|ss|SSS|A|Z|[^A-Za-z]/g;

/** Converts an hour of the 12-hour clock; NaN if that clock does not have the hour. */
const hourOf = (half: string, hour: number) =>
  hour >= 1 && hour <= 12 ? (hour % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number.NaN;

/**
 * Parses a column in a format of a mapping: `epoch s`, `ms`, `us` or `ns`, or a pattern such as
 * `DD.MM.YYYY HH:mm:ss` in local time of the zone, or `s since` an instant.
 * @throws {ImportError} for an unknown format, or if a required zone is missing
 */
export function formattedInstants(
  columns: readonly string[],
  format: string,
  rules: TimeRules,
): InstantReader {
  const [column = ''] = columns;
  const { zone, date } = rules;
  const epoch = epochs[format];
  const [, start] = /^s since (.*)$/.exec(format) ?? [];
  if (date === undefined && epoch) return countedInstants(column, epoch);
  if (date === undefined && start !== undefined)
    return countedInstants(column, seconds, startOf(start, zone));
  const pattern = patternOf(format, date !== undefined);
  if (!format.includes('Z') && !zone)
    throw new ImportError('The times in this file are local: set --timezone');
  return patternInstants(columns, pattern, `written as ${format} ${HINT}`, rules);
}

function startOf(text: string, zone: LocalTimes | null): number {
  try {
    return patternInstants(['--time-format'], ISO, AN_ISO_INSTANT, { zone }).read([text]);
  } catch (error) {
    throw new ImportError(`--time-format: ${(error as Error).message}`);
  }
}

function countedInstants(column: string, { unit, words }: Count, start = 0): InstantReader {
  const reader = { columns: [column], ...noChanges, read };
  function read([text = '']: readonly string[]): number {
    const at = COUNT.test(text) ? Number(text) * unit : Number.NaN;
    if (!(Math.abs(at) <= MAX_ECMASCRIPT_TIME)) {
      const [is, hint] = CLOCK.test(text)
        ? ['a time of day, not', '(see --date and --time-format)']
        : ['not', HINT];
      throw new FieldError(column, `«${text}» is ${is} a number of ${words} ${hint}`);
    }
    // A double cannot represent seconds with three decimals exactly.
    const ms = Math.abs(at - Math.round(at)) < 1e-3 ? Math.round(at) : Math.floor(at);
    if (Math.abs(at - ms) >= 1e-3) reader.cutTimes++;
    return start + ms;
  }
  return reader;
}

function patternOf(format: string, isTimeOfDay: boolean): RegExp {
  const found: readonly string[] = format.match(PART) ?? [];
  const source = found.map((part) => parts[part] ?? part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const hasAll = (needed: readonly (string | RegExp)[]) =>
    needed.every((part) => found.join(' ').match(part));
  const isValid =
    found.join('') === format &&
    hasAll([/HH|hh.* A\b/, 'mm']) &&
    found.every((part, index) => !(part in parts) || found.indexOf(part) === index);
  const hasDate = hasAll(DATE_PARTS);
  if (isTimeOfDay && (!isValid || DATE_PARTS.some((part) => hasAll([part]))))
    throw new ImportError(
      `timeFormat «${format}» is not a pattern of HH, hh with A, mm, ss, SSS, Z, which --date requires`,
    );
  if (isValid && !isTimeOfDay && !hasDate)
    throw new ImportError(
      `timeFormat «${format}» has no date: add YYYY, MM and DD, or set --date to the date of the first row`,
    );
  if (!isValid)
    throw new ImportError(
      `timeFormat «${format}» is neither one of ${Object.keys(epochs).join(', ')} nor «s since TIME» nor a pattern of YYYY, MM, MMM, ddd, DD, HH, hh with A, mm, ss, SSS, Z`,
    );
  return new RegExp(`^${source.join('')}$`);
}

/** Returns the start of a date as if in UTC, in ms, or null if it does not exist. */
function startOfDate(year: number, month: number, day: number): number | null {
  // `Date.UTC` would interpret the year 1 as 1901.
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : null;
}

function offsetOf(column: string, text: string): number {
  if (text.toUpperCase() === 'Z') return 0;
  const [hours, minutes] = [Number(text.slice(1, 3)), Number(text.slice(3).replace(':', ''))];
  const offset = (text.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
  if (minutes > 59 || offset < -12 * 60 || offset > 14 * 60)
    throw new FieldError(column, `«${text}» is not an offset from -12:00 to +14:00`);
  return offset * 60_000;
}

function localInstant(
  counts: { ambiguousTimes: number },
  column: string,
  text: string,
  wall: number,
  zone: LocalTimes | null,
): number {
  if (!zone) throw new FieldError(column, `«${text}» has no offset: set --timezone`);
  try {
    const { at, isAmbiguous } = zone.instantOf(wall);
    if (isAmbiguous) counts.ambiguousTimes++;
    return at;
  } catch (error) {
    if (error instanceof RangeError) throw new FieldError(column, `«${text}» ${error.message}`);
    throw error;
  }
}
