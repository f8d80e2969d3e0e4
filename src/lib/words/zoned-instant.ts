import { formatter } from '#lib/words/formats.ts';
import { msg, type Translate } from '#lib/words/msg.ts';

/**
 * Formats an instant (ms since the epoch) to the minute in a time zone (IANA name), with the zone's
 * name: «5 December 2026 at 23:59 (Central European Time)».
 */
export function zonedInstant(
  translate: Translate,
  locale: string,
  at: number,
  timeZone: string,
): string {
  const written = (format: Intl.DateTimeFormatOptions) =>
    formatter(Intl.DateTimeFormat, locale, { ...format, timeZone }).format(at);
  const day = written({ dateStyle: 'long' });
  const time = written({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return translate(msg`${{ day }} at ${{ time }} (${{ zone: zoneName(locale, timeZone) }})`);
}

function zoneName(locale: string, timeZone: string): string {
  if (timeZone === 'UTC') return timeZone;
  const style = { timeZone, timeZoneName: 'longGeneric' } as const;
  const parts = formatter(Intl.DateTimeFormat, locale, style).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
