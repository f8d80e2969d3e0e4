import { formatter } from '#lib/words/formats.ts';
import { regional } from './regional.ts';

/** An instant as date and time in the reader's own time zone; `at` in ms since the epoch. */
export function formatInstant(at: number | string, language: string): string {
  const style = { dateStyle: 'long', timeStyle: 'short' } as const;
  return formatter(Intl.DateTimeFormat, regional(language), style).format(new Date(at));
}

/** The day of an instant in the reader's own time zone. */
export function formatDate(at: number, language: string): string {
  return formatter(Intl.DateTimeFormat, regional(language), { dateStyle: 'long' }).format(at);
}

/** A calendar day, YYYY-MM-DD, which has no time zone. */
export function formatDay(day: string, language: string): string {
  const at = Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(at)) return day;
  const style = { dateStyle: 'long', timeZone: 'UTC' } as const;
  return formatter(Intl.DateTimeFormat, regional(language), style).format(at);
}

/** The day of an instant in the reader's own time zone, YYYY-MM-DD. */
export function calendarDay(at: Date): string {
  const padded = (value: number, length: number) => String(value).padStart(length, '0');
  return [padded(at.getFullYear(), 4), padded(at.getMonth() + 1, 2), padded(at.getDate(), 2)].join(
    '-',
  );
}
