import { useLingui } from '@lingui/react';
import { zonedInstant } from '#lib/words/zoned-instant.ts';
import { regional } from './dates.ts';

/** Formats deadlines (ms since the epoch) with day and hour in the data holder's time zone. */
export function useDeadline(): (at: number, timeZone: string) => string {
  const { i18n } = useLingui();
  return (at, timeZone) =>
    zonedInstant((message) => i18n._(message), regional(i18n.locale), at, timeZone);
}
