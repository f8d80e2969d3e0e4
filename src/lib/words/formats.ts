import { msg, type Say } from '#lib/words/msg.ts';

const formatters = new Map<string, unknown>();

/**
 * Returns an `Intl` formatter, cached by locale and options: creating one takes far longer than
 * using it.
 */
export function formatter<Formatter, Options>(
  Kind: new (locale: string, options?: Options) => Formatter,
  locale: string,
  options?: Options,
): Formatter {
  const key = [Kind.name, locale, JSON.stringify(options)].join(' ');
  const known = formatters.get(key) as Formatter | undefined;
  if (known) return known;
  const made = new Kind(locale, options);
  formatters.set(key, made);
  return made;
}

/** Joins labels that may contain «and» themselves: «Battery and charging, trips and usage». */
export function plainList(labels: readonly string[], locale: string): string {
  return labels
    .map((label, index) =>
      index ? label.charAt(0).toLocaleLowerCase(locale) + label.slice(1) : label,
    )
    .join(labels.length > 1 ? separatorOf(locale) : '');
}

function separatorOf(locale: string): string {
  const parts = formatter(Intl.ListFormat, locale).formatToParts(['a', 'b', 'c']);
  return parts.find(({ type }) => type === 'literal')?.value ?? ', ';
}

/**
 * Formats an instant (ms since the epoch) to the minute in a time zone (IANA name), with the zone's
 * name: «5 December 2026 at 23:59 (Central European Time)».
 */
export function zonedInstant(say: Say, locale: string, at: number, timeZone: string): string {
  const written = (format: Intl.DateTimeFormatOptions) =>
    formatter(Intl.DateTimeFormat, locale, { ...format, timeZone }).format(at);
  const day = written({ dateStyle: 'long' });
  const time = written({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  return say(msg`${{ day }} at ${{ time }} (${{ zone: zoneName(locale, timeZone) }})`);
}

function zoneName(locale: string, timeZone: string): string {
  if (timeZone === 'UTC') return timeZone;
  const style = { timeZone, timeZoneName: 'longGeneric' } as const;
  const parts = formatter(Intl.DateTimeFormat, locale, style).formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}
