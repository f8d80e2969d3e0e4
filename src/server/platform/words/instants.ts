import { type Language, localeOf } from '#contract/languages.ts';
import { zonedInstant } from '#lib/words/formats.ts';
import { wordsOf } from './words.ts';

/** Formats an instant (ms) to the minute, with its time zone. */
export function instantText(language: Language, at: number, timeZone: string): string {
  return zonedInstant(wordsOf(language), localeOf[language], at, timeZone);
}

/** Formats the day of an instant (ms) in a time zone (IANA name). */
export function dateText(language: Language, at: number, timeZone: string): string {
  return new Intl.DateTimeFormat(localeOf[language], { dateStyle: 'long', timeZone }).format(at);
}

export function countText(language: Language, count: number): string {
  return new Intl.NumberFormat(localeOf[language]).format(count);
}

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** Formats a duration (seconds) in days, or in minutes below one day. */
export function durationText(language: Language, seconds: number): string {
  const [count, unit] = seconds < DAY ? [seconds / MINUTE, 'minute'] : [seconds / DAY, 'day'];
  return new Intl.NumberFormat(localeOf[language], {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(count);
}
