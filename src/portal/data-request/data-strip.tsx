import { useLingui } from '@lingui/react/macro';
import type { TypeCoverage } from '#contract/data-coverage.ts';
import { DAY } from '#lib/words/durations.ts';
import { formatTick, type TickUnit } from '#ui/format/dates.ts';
import styles from './data-request.module.css';

export interface Range {
  from: number;
  to: number;
}

const WIDTH = 400;
/** Minimum width of a bar, so that one day in several years stays visible. */
const MIN_WIDTH = 2;

interface DataStripProps {
  axis: Range;
  range: Range | null;
  periods: NonNullable<TypeCoverage['periods']>;
  isChosen: boolean;
}

export function DataStrip({ axis, range, periods, isChosen }: DataStripProps) {
  const part = ({ from, to }: Range) => {
    const x = placeOn(axis, from) * WIDTH;
    return { x, width: Math.max(placeOn(axis, to) * WIDTH - x, MIN_WIDTH) };
  };
  const requested = periods.flatMap(({ first, last }) => {
    const [from, to] = [Math.max(first, range?.from ?? 0), Math.min(last, range?.to ?? 0)];
    return isChosen && from <= to ? [{ from, to }] : [];
  });
  return (
    <svg
      className={styles.strip}
      viewBox={`0 0 ${WIDTH} 24`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect className={styles.nothing} y="11" height="2" width={WIDTH} />
      {periods.map(({ first, last }) => (
        <rect
          className={styles.exists}
          key={first}
          y="8"
          height="8"
          {...part({ from: first, to: last })}
        />
      ))}
      {requested.map((range) => (
        <rect className={styles.requested} key={range.from} y="3" height="18" {...part(range)} />
      ))}
      {range && <rect className={styles.range} y="1" height="22" {...part(range)} />}
    </svg>
  );
}

export function StripAxis({ axis }: { axis: Range }) {
  const { i18n } = useLingui();
  const { unit, starts } = ticksOf(axis);
  return (
    <div className={`fine ${styles.axis}`} aria-hidden="true">
      {starts.map((at) => (
        <span key={at} style={{ insetInlineStart: `${placeOn(axis, at) * 100}%` }}>
          {formatTick(at, unit, i18n.locale)}
        </span>
      ))}
    </div>
  );
}

function placeOn({ from, to }: Range, at: number): number {
  return Math.min(1, Math.max(0, (at - from) / (to - from)));
}

/** Share of the axis that a label needs in any language. */
const LABEL_SHARE = { year: 0.22, month: 0.2, day: 0.3 };

function ticksOf({ from, to }: Range): { unit: TickUnit; starts: number[] } {
  const days = (to - from) / DAY;
  const unit = days > 730 ? 'year' : days > 60 ? 'month' : 'day';
  const length = { year: 365, month: 30, day: 1 }[unit];
  const share = LABEL_SHARE[unit];
  const step = Math.ceil((days / length) * share);
  const first = new Date(from);
  const [year, month, day] = [first.getFullYear(), first.getMonth(), first.getDate()];
  const starts = Array.from({ length: Math.ceil(1 / share) }, (_, index) => {
    const later = index * step + 1;
    if (unit === 'year') return new Date(year + later, 0, 1).getTime();
    if (unit === 'month') return new Date(year, month + later, 1).getTime();
    return new Date(year, month, day + later).getTime();
  });
  return { unit, starts: starts.filter((at) => at <= to - (to - from) * share) };
}
