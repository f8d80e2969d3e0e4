import { formatter } from '#lib/words/formats.ts';
import { calendarDay } from './dates.ts';
import { regional } from './regional.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Days ahead up to which «in 3 days» says more than the date alone. */
const NEAR = 14;

/** Days from today, on the reader's clock, to a calendar day (YYYY-MM-DD); negative in the past. */
export function daysUntil(day: string): number {
  return Math.round((Date.parse(day) - Date.parse(calendarDay(new Date()))) / DAY);
}

/** A calendar day (YYYY-MM-DD) as people say it: «Thu 26 Nov»; with its year where it is another. */
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

/** A number of units from now, negative in the past: «in 3 days», «yesterday». */
export function formatRelative(
  count: number,
  unit: Intl.RelativeTimeFormatUnit,
  language: string,
): string {
  const style = { numeric: 'auto' } as const;
  return formatter(Intl.RelativeTimeFormat, regional(language), style).format(count, unit);
}

/** A calendar day with how near it is: «Thu 26 Nov, in 3 days». */
export function formatNearDay(day: string, language: string): string {
  const days = daysUntil(day);
  const date = formatShortDay(day, language);
  if (days < 0 || days > NEAR) return date;
  const comma = language === 'zh' ? '，' : ', ';
  return `${date}${comma}${formatRelative(days, 'day', language)}`;
}

/** How long ago an instant (ms since the epoch) was, in the largest unit that fits: «3 days ago». */
export function formatAge(at: number, language: string): string {
  const minutes = Math.max(0, Math.floor((Date.now() - at) / 60_000));
  if (minutes < 60) return formatRelative(-minutes, 'minute', language);
  const hours = Math.floor(minutes / 60);
  return hours < 24
    ? formatRelative(-hours, 'hour', language)
    : formatRelative(-Math.floor(hours / 24), 'day', language);
}
