import { type Language, localeOf } from '#contract/languages.ts';
import { zonedInstant } from '#lib/words/zoned-instant.ts';
import { wordsOf } from './words.ts';

/** An instant (ms since the epoch) in the reader's language, to the minute, in the zone it names. */
export function instantText(language: Language, at: number, timeZone: string): string {
  return zonedInstant(wordsOf(language), localeOf[language], at, timeZone);
}

/** The day of an instant (ms since the epoch) in a time zone (IANA name), in the reader's language. */
export function dateText(language: Language, at: number, timeZone: string): string {
  return new Intl.DateTimeFormat(localeOf[language], { dateStyle: 'long', timeZone }).format(at);
}

/** A whole number in the reader's language. */
export function countText(language: Language, count: number): string {
  return new Intl.NumberFormat(localeOf[language]).format(count);
}

const MINUTE = 60;
const DAY = 24 * 60 * MINUTE;

/** A duration (seconds) in whole days, or in minutes when it is shorter than a day. */
export function durationText(language: Language, seconds: number): string {
  const [count, unit] = seconds < DAY ? [seconds / MINUTE, 'minute'] : [seconds / DAY, 'day'];
  return new Intl.NumberFormat(localeOf[language], {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits: 0,
  }).format(count);
}
