import { useLingui } from '@lingui/react/macro';
import type { DataType } from '#contract/data-types.ts';
import { dataTypeNames } from '#forms/data-types.ts';
import { DAY } from '#lib/words/durations.ts';
import { formatter, plainList } from '#lib/words/formats.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { regional } from '#ui/format/dates.ts';
import { formatKilometres, formatNumber, formatUnit } from '#ui/format/numbers.ts';
import { beginOf, daysIn, YEAR } from './month-span.ts';

export type Preview = NonNullable<CallData<'reportPreview'>>;

const FIRST_MASKED_DAY = Date.UTC(2000, 0, 1);

/**
 * Formats figures of a preview. Its times are read as UTC. Days of a masked report are numbered,
 * because their dates are fictitious.
 */
export function usePreviewWords({ timeZone, types }: Preview) {
  const { t, i18n } = useLingui();
  const locale = regional(i18n.locale);
  const isMasked = timeZone === null;
  const dates = (options: Intl.DateTimeFormatOptions) =>
    formatter(Intl.DateTimeFormat, locale, { ...options, timeZone: 'UTC' });
  const number = (value: number, digits = 0) => formatNumber(value, i18n.locale, digits);
  const nth = (at: number) => number(Math.floor((at - FIRST_MASKED_DAY) / DAY) + 1);
  const days = (from: number, to: number) => {
    if (!isMasked)
      return dates({ day: 'numeric', month: 'short', year: 'numeric' }).formatRange(from, to);
    const [first, last] = [nth(from), nth(to)];
    return first === last ? t`Day ${first}` : t`Days ${first} to ${last}`;
  };
  const lastDayOf = (month: string) => beginOf(month) + (daysIn(month) - 1) * DAY;
  return {
    isMasked,
    number,
    days,
    tick: (at: number, from: number, to: number) => {
      if (isMasked) return nth(at);
      if (to - from < DAY) return dates({ timeStyle: 'short' }).format(at);
      const isLong = to - from > YEAR;
      return dates({
        month: 'short',
        ...(isLong ? { year: 'numeric' } : { day: 'numeric' }),
      }).format(at);
    },
    times: (from: number, to: number) =>
      isMasked
        ? days(from, to)
        : dates({ dateStyle: 'medium', timeStyle: 'short' }).formatRange(from, to),
    month: (month: string) =>
      isMasked
        ? days(beginOf(month), lastDayOf(month))
        : dates({ month: 'short', year: 'numeric' }).format(beginOf(month)),
    monthLetter: (month: string) =>
      isMasked
        ? nth(beginOf(month))
        : dates({ month: 'narrow' }).format(beginOf(month)).replace('月', ''),
    kilometres: (metres: number, digits = 0) => formatKilometres(metres, i18n.locale, digits),
    length: (metres: number) =>
      metres < 1000
        ? formatUnit(metres, 'meter', i18n.locale)
        : formatKilometres(metres, i18n.locale),
    energy: (kilowattHours: number, digits = 0) => `${number(kilowattHours, digits)}\u00a0kWh`,
    percent: (value: number) => formatUnit(value, 'percent', i18n.locale),
    /** Why a picture cannot be drawn that needs one of these data types. */
    missing: (...needed: readonly DataType[]): string => {
      if (needed.some((dataType) => types.some(({ type }) => type === dataType)))
        return t`The delivered data contain no values for this.`;
      const names = plainList(
        needed.map((dataType) => i18n._(dataTypeNames[dataType])),
        i18n.locale,
      );
      return t`This needs data that you did not ask for: ${names}.`;
    },
  };
}
export type PreviewWords = ReturnType<typeof usePreviewWords>;
