import { type Language, localeOf } from '#contract/languages.ts';
import { commaOf, formatter } from '#lib/words/formats.ts';

/** Formats an instant as date and time in the reader's time zone; `at` in ms since the epoch. */
export function formatInstant(at: number | string, language: string): string {
  const style = { dateStyle: 'long', timeStyle: 'short' } as const;
  return formatter(Intl.DateTimeFormat, regional(language), style).format(new Date(at));
}

/** Formats the time of day of an instant (ms since the epoch) in the reader's time zone. */
export function formatTime(at: number, language: string): string {
  const style = { timeStyle: 'short' } as const;
  return formatter(Intl.DateTimeFormat, regional(language), style).format(at);
}

export function formatDate(at: number, language: string): string {
  return formatter(Intl.DateTimeFormat, regional(language), { dateStyle: 'long' }).format(at);
}

const ticks = {
  year: { year: 'numeric' },
  month: { month: 'short' },
  day: { day: 'numeric', month: 'short' },
} as const;
export type TickUnit = keyof typeof ticks;

/** Formats an instant (ms since the epoch) on an axis of time. */
export function formatTick(at: number, unit: TickUnit, language: string): string {
  return formatter(Intl.DateTimeFormat, regional(language), ticks[unit]).format(at);
}

/** Formats a calendar day (YYYY-MM-DD), which has no time zone. */
export function formatDay(day: string, language: string): string {
  const at = Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
  if (Number.isNaN(at)) return day;
  const style = { dateStyle: 'long', timeZone: 'UTC' } as const;
  return formatter(Intl.DateTimeFormat, regional(language), style).format(at);
}

/** Returns the day of an instant in the reader's time zone, YYYY-MM-DD. */
export function calendarDay(at: Date): string {
  const padded = (value: number, length: number) => String(value).padStart(length, '0');
  return [padded(at.getFullYear(), 4), padded(at.getMonth() + 1, 2), padded(at.getDate(), 2)].join(
    '-',
  );
}

/** Calendar day of an instant in a time zone, YYYY-MM-DD as Swedish dates are written. */
export const dayIn = (timeZone: string, at: number): string =>
  formatter(Intl.DateTimeFormat, 'sv-SE', { timeZone }).format(at);

const DAY = 24 * 60 * 60 * 1000;
const NEAR = 14;

export function daysUntil(day: string): number {
  return Math.round((Date.parse(day) - Date.parse(calendarDay(new Date()))) / DAY);
}

/** Formats a calendar day briefly: «Thu 26 Nov», with the year unless it is the current one. */
export function formatShortDay(day: string, language: string): string {
  const isThisYear = day.slice(0, 4) === calendarDay(new Date()).slice(0, 4);
  return formatter(Intl.DateTimeFormat, regional(language), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    ...(!isThisYear && { year: 'numeric' }),
    timeZone: 'UTC',
  }).format(Date.parse(day));
}

/** Formats a relative time: «in 3 days», «yesterday». Negative values are in the past. */
export function formatRelative(
  count: number,
  unit: Intl.RelativeTimeFormatUnit,
  language: string,
): string {
  const style = { numeric: 'auto' } as const;
  return formatter(Intl.RelativeTimeFormat, regional(language), style).format(count, unit);
}

/** Formats a calendar day with its distance from today: «Thu 26 Nov, in 3 days». */
export function formatNearDay(day: string, language: string): string {
  const days = daysUntil(day);
  const date = formatShortDay(day, language);
  if (days < 0 || days > NEAR) return date;
  return `${date}${commaOf(language)}${formatRelative(days, 'day', language)}`;
}

/**
 * Formats the age of an instant (ms since the epoch) in the largest unit that fits: «3 days ago».
 */
export function formatAge(at: number, language: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - at) / 60_000));
  if (minutes < 60) return formatRelative(-minutes, 'minute', language);
  const hours = Math.floor(minutes / 60);
  return hours < 24
    ? formatRelative(-hours, 'hour', language)
    : formatRelative(-Math.floor(hours / 24), 'day', language);
}

/**
 * Returns the locale of a language: the browser's regional one, or that of the Official Journal.
 */
export function regional(language: string): string {
  const own = navigator.languages.find((tag) => tag.startsWith(`${language}-`));
  return own ?? localeOf[language as Language] ?? language;
}
