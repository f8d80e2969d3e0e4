import { msg, type Say } from '#lib/words/msg.ts';

/**
 * An instant (ms since the epoch) with day, hour and minute in a time zone (IANA name), which it
 * names: «5 December 2026 at 23:59 (Central European Time)».
 */
export function zonedInstant(say: Say, locale: string, at: number, timeZone: string): string {
  const written = (format: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...format, timeZone }).format(at);
  const day = written({ dateStyle: 'long' });
  const time = written({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return say(msg`${{ day }} at ${{ time }} (${{ zone: zoneName(locale, timeZone) }})`);
}

function zoneName(locale: string, timeZone: string): string {
  // Intl has «GMT+00:00» for it.
  if (timeZone === 'UTC') return timeZone;
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' });
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
