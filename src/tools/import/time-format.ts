import { FieldError, ImportError } from './import-error.ts';
import { calendarTime, type InstantReader, localInstant } from './instants.ts';
import type { LocalTimes } from './local-time.ts';

/** Ms in a unit of times that are counted from 1970 on (POSIX). */
const epochs: Readonly<Record<string, number>> = {
  'epoch s': 1000,
  'epoch ms': 1,
  'epoch us': 1e-3,
  'epoch ns': 1e-6,
};
const COUNT = /^-?\d+(\.\d+)?$/;
/** No date of ECMAScript is later, in ms. */
const LAST = 8.64e15;

const parts: Readonly<Record<string, string>> = {
  YYYY: '(?<year>\\d{4})',
  MM: '(?<month>\\d\\d?)',
  DD: '(?<day>\\d\\d?)',
  HH: '(?<hour>\\d\\d?)',
  mm: '(?<minute>\\d\\d)',
  ss: '(?<second>\\d\\d)',
  SSS: '(?<fraction>\\d{1,9})',
};
const PART = /YYYY|MM|DD|HH|mm|ss|SSS|[^A-Za-z]/g;

/**
 * One column whose times are written in a form of their own: `epoch s`, `ms`, `us` or `ns`, or a pattern such
 * as `DD.MM.YYYY HH:mm:ss` in local time of the zone.
 * @throws {ImportError} when there is no such form, or it needs a zone
 */
export function formattedInstants(
  column: string,
  format: string,
  zone: LocalTimes | null,
): InstantReader {
  const unit = epochs[format];
  return unit === undefined ? patternInstants(column, format, zone) : counted(column, unit);
}

function counted(column: string, unit: number): InstantReader {
  const reader = { columns: [column], replacedDates: 0, cutTimes: 0, read };
  function read([text = '']: readonly string[]): number {
    const at = COUNT.test(text) ? Number(text) * unit : Number.NaN;
    if (!(Math.abs(at) <= LAST)) throw new FieldError(column, `«${text}» is no count since 1970`);
    // A count of seconds with three decimals is not exact as a number.
    const ms = Math.abs(at - Math.round(at)) < 1e-3 ? Math.round(at) : Math.floor(at);
    if (Math.abs(at - ms) >= 1e-3) reader.cutTimes++;
    return ms;
  }
  return reader;
}

function patternInstants(column: string, format: string, zone: LocalTimes | null): InstantReader {
  const pattern = patternOf(format);
  if (!zone) throw new ImportError('The times of this file are local: say --timezone');
  const reader = { columns: [column], replacedDates: 0, cutTimes: 0, read };
  function read([text = '']: readonly string[]): number {
    const found = pattern.exec(text)?.groups;
    if (!found) throw new FieldError(column, `«${text}» is not written as ${format}`);
    const { year, month, day, hour, minute, second = 0, fraction = '' } = found;
    const wall = calendarTime([year, month, day, hour, minute, second].map(Number));
    if (wall === null) throw new FieldError(column, `«${text}» is in no calendar`);
    if (/[1-9]/.test(fraction.slice(3))) reader.cutTimes++;
    return localInstant(column, text, wall + Number(fraction.slice(0, 3).padEnd(3, '0')), zone);
  }
  return reader;
}

function patternOf(format: string): RegExp {
  const found: readonly string[] = format.match(PART) ?? [];
  const isWhole = found.join('') === format;
  const source = found.map((part) => parts[part] ?? part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  const needed = ['YYYY', 'MM', 'DD', 'HH', 'mm'].every((part) => found.includes(part));
  const isOnce = found.every((part, index) => !(part in parts) || found.indexOf(part) === index);
  if (!isWhole || !needed || !isOnce)
    throw new ImportError(
      `timeFormat «${format}» is neither ${Object.keys(epochs).join(', ')} nor made of YYYY, MM, DD, HH, mm, ss, SSS`,
    );
  return new RegExp(`^${source.join('')}$`);
}
