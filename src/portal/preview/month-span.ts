import type { PreviewMonth } from '#contract/report-preview.ts';
import { DAY } from '#lib/words/durations.ts';

const MAX_MONTHS = 13;
export const YEAR = 366 * DAY;

export const daysIn = (month: string) => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).getUTCDate();
};

export const beginOf = (month: string) => Date.parse(`${month}-01T00:00:00Z`);

/** First and last day, ms since the epoch. */
export interface Span {
  first: number;
  last: number;
}

export function spanOf(months: readonly PreviewMonth[]): Span | null {
  const [first, last] = [months[0], months.at(-1)];
  if (!first || !last) return null;
  return {
    first: beginOf(first.month) + first.days.search(/[12]/) * DAY,
    last:
      beginOf(last.month) + Math.max(last.days.lastIndexOf('1'), last.days.lastIndexOf('2')) * DAY,
  };
}

export interface DrawnMonth {
  month: string;
  figures: PreviewMonth | null;
  /** A digit for each day, blank before the first and after the last day with data. */
  days: string;
  /** Whether the span from the first to the last day with data covers only a part of the month. */
  isPartial: boolean;
}

export function drawnMonths(months: readonly PreviewMonth[]): DrawnMonth[] {
  const span = spanOf(months);
  if (!span) return [];
  const last = new Date(span.last);
  const names = Array.from({ length: MAX_MONTHS }, (_, back) =>
    new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - back, 1))
      .toISOString()
      .slice(0, 7),
  ).reverse();
  return names
    .filter((name) => name >= (months[0]?.month ?? ''))
    .map((month) => {
      const figures = months.find((each) => each.month === month) ?? null;
      const days = [...(figures?.days ?? '0'.repeat(daysIn(month)))]
        .map((mark, index) => {
          const day = beginOf(month) + index * DAY;
          return day < span.first || day > span.last ? ' ' : mark;
        })
        .join('');
      return { month, figures, days, isPartial: days.includes(' ') };
    });
}

export function countDays(months: readonly PreviewMonth[]) {
  const span = spanOf(months);
  const marks = months.map(({ days }) => days).join('');
  const count = (mark: string) => marks.split(mark).length - 1;
  const all = span ? (span.last - span.first) / DAY + 1 : 0;
  return { all, complete: count('2'), partial: count('1'), none: all - count('1') - count('2') };
}

export function total(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

export function longestPauses(months: readonly PreviewMonth[]): { from: number; to: number }[] {
  const withData = months.flatMap(({ month, days }) =>
    [...days].flatMap((mark, day) => (mark === '0' ? [] : beginOf(month) + day * DAY)),
  );
  return withData
    .slice(1)
    .map((day, index) => ({ from: (withData[index] ?? day) + DAY, to: day - DAY }))
    .filter(({ from, to }) => from < to)
    .toSorted((a, b) => b.to - b.from - (a.to - a.from))
    .slice(0, 3)
    .toSorted((a, b) => a.from - b.from);
}
