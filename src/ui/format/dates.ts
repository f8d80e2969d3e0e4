import { type Language, localeOf } from '#contract/languages.ts';
import { DAY } from '#lib/words/durations.ts';
import { commaOf, formatter } from '#lib/words/formats.ts';

const dates = (language: string, style: Intl.DateTimeFormatOptions) =>
  formatter(Intl.DateTimeFormat, regional(language), style);

/** Formats an instant as date and time in the reader's time zone; `at` in ms since the epoch. */
export const formatInstant = (at: number | string, language: string): string =>
  dates(language, { dateStyle: 'long', timeStyle: 'short' }).format(new Date(at));

export const formatTime = (at: number, language: string): string =>
  dates(language, { timeStyle: 'short' }).format(at);

export const formatDate = (at: number, language: string): string =>
  dates(language, { dateStyle: 'long' }).format(at);

const ticks = {
  year: { year: 'numeric' },
  month: { month: 'short' },
  day: { day: 'numeric', month: 'short' },
} as const;
export type TickUnit = keyof typeof ticks;

export const formatTick = (at: number, unit: TickUnit, language: string): string =>
  dates(language, ticks[unit]).format(at);

export function formatDay(day: string, language: string): string {
  const at = Date.parse(`${day.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(at)
    ? day
    : dates(language, { dateStyle: 'long', timeZone: 'UTC' }).format(at);
}

/** Calendar day of an instant in a time zone as YYYY-MM-DD, which is the Swedish date format. */
export const dayIn = (timeZone: string | undefined, at: number | Date): string =>
  formatter(Intl.DateTimeFormat, 'sv-SE', timeZone ? { timeZone } : {}).format(at);

/** Whether a text is a day of the calendar, written as in ISO 8601. */
export function isDay(text: string): boolean {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

export const calendarDay = (at: Date): string => dayIn(undefined, at);

const NEAR = 14;

export function daysUntil(day: string): number {
  return Math.round((Date.parse(day) - Date.parse(calendarDay(new Date()))) / DAY);
}

/** Formats a calendar day briefly: «Thu 26 Nov», with the year unless it is the current one. */
export function formatShortDay(day: string, language: string): string {
  const partsIn = (style: Intl.DateTimeFormatOptions) =>
    dates(language, { weekday: 'short', ...style }).formatToParts(Date.parse(day));
  // British English has a comma after the weekday only if the year follows. It is left out.
  const [, withoutYear] = partsIn({ ...shortStyle([day]), year: undefined });
  return partsIn(shortStyle([day]))
    .map(({ value }, index, [first]) =>
      first?.type === 'weekday' && index === 1 ? withoutYear?.value : value,
    )
    .join('');
}

export function formatDayRange(from: string, to: string, language: string): string {
  const format = dates(language, shortStyle([from, to]));
  const [first, last] = [Date.parse(from), Date.parse(to)];
  // The ranges of `Intl` are numeric in Chinese («10/19 – 11/2»), unlike its days («10月19日»).
  return language === 'zh' && from !== to
    ? `${format.format(first)}至${format.format(last)}`
    : format.formatRange(first, last);
}

/** Formats the days from one instant to another (exclusive). */
export const formatPeriod = (from: string, to: string, language: string): string =>
  formatDayRange(calendarDay(new Date(from)), calendarDay(new Date(Date.parse(to) - 1)), language);

function shortStyle(days: readonly string[]) {
  const isThisYear = days.every((day) => day.startsWith(calendarDay(new Date()).slice(0, 5)));
  const year = isThisYear ? {} : ({ year: 'numeric' } as const);
  return { day: 'numeric', month: 'short', ...year, timeZone: 'UTC' } as const;
}

/** Formats a date with a short month: «18 Nov 2026». */
export const formatBriefDate = (at: number, language: string): string =>
  dates(language, { dateStyle: 'medium' }).format(at);

/** Formats a relative time: «in 3 days», «yesterday». Negative values are in the past. */
export function formatRelative(
  count: number,
  unit: Intl.RelativeTimeFormatUnit,
  language: string,
): string {
  const style = { numeric: 'auto' } as const;
  return formatter(Intl.RelativeTimeFormat, regional(language), style).format(count, unit);
}

export function formatNearDay(day: string, language: string): string {
  const days = daysUntil(day);
  const date = formatShortDay(day, language);
  if (days < 0 || days > NEAR) return date;
  return `${date}${commaOf(language)}${formatRelative(days, 'day', language)}`;
}

/** Formats the age of an instant in the largest unit that fits: «3 days ago». */
export function formatAge(at: number, language: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - at) / 60_000));
  if (minutes < 60) return formatRelative(-minutes, 'minute', language);
  const hours = Math.floor(minutes / 60);
  return hours < 24
    ? formatRelative(-hours, 'hour', language)
    : formatRelative(-Math.floor(hours / 24), 'day', language);
}

/** Returns the browser's regional locale of a language, or that of the Official Journal. */
export function regional(language: string): string {
  const own = navigator.languages.find((tag) => tag.startsWith(`${language}-`));
  return own ?? localeOf[language as Language] ?? language;
}
