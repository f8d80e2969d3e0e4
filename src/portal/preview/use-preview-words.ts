import { useLingui } from '@lingui/react/macro';
import { DAY } from '#lib/words/durations.ts';
import { formatter } from '#lib/words/formats.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { regional } from '#ui/format/dates.ts';
import { beginOf, daysIn, YEAR } from './month-span.ts';

export type Preview = NonNullable<CallData<'reportPreview'>>;

const FIRST_MASKED_DAY = Date.UTC(2000, 0, 1);

/**
 * Formats figures of a preview. Its times are read as UTC. Days of a masked report are numbered,
 * because their dates are fictitious.
 */
export function usePreviewWords({ timeZone }: Pick<Preview, 'timeZone'>) {
  const { t, i18n } = useLingui();
  const locale = regional(i18n.locale);
  const isMasked = timeZone === null;
  const dates = (options: Intl.DateTimeFormatOptions) =>
    formatter(Intl.DateTimeFormat, locale, { ...options, timeZone: 'UTC' });
  const numbers = (digits: number, options: Intl.NumberFormatOptions = {}) =>
    formatter(Intl.NumberFormat, locale, {
      ...options,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  const number = (value: number, digits = 0) => numbers(digits).format(value);
  const unit = (value: number, name: string, digits = 0) =>
    numbers(digits, { style: 'unit', unit: name }).format(value);
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
    kilometres: (metres: number, digits = 0) => unit(metres / 1000, 'kilometer', digits),
    length: (metres: number) =>
      metres < 1000 ? unit(metres, 'meter') : unit(metres / 1000, 'kilometer'),
    energy: (kilowattHours: number, digits = 0) => `${number(kilowattHours, digits)}\u00a0kWh`,
    percent: (value: number) => numbers(0, { style: 'percent' }).format(value / 100),
  };
}
export type PreviewWords = ReturnType<typeof usePreviewWords>;
