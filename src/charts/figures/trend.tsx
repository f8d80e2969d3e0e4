import { useLingui } from '@lingui/react/macro';
import { FoldedTable } from '#charts/machine/chart-table.tsx';
import { machineWords } from '#charts/words/chart-words.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { regional } from '#ui/format/dates.ts';
import styles from './figures.module.css';
import { useFigureWords } from './use-figure-words.ts';

type Trends = CallData<'chartFigures'>['trend'];
type Months = Trends[number]['months'];

const SIZE = { width: 300, height: 40 };
const MARGIN = 5;

export function Trend({ trend }: { trend: Trends }) {
  const { t, i18n } = useLingui();
  const { states } = machineWords(i18n.t, 'application');
  const { duration } = useFigureWords();
  const monthName = useMonthNames();
  const most = Math.max(
    1,
    ...trend.flatMap(({ months }) => months.map(({ median }) => median ?? 0)),
  );
  return (
    <section className={styles.trend} aria-label={t`Median stay by month`}>
      {trend.map(({ state, months }) => {
        const last = months.findLast(({ median }) => median !== null);
        return (
          <figure key={state}>
            <figcaption>
              <b>{states[state] ?? state}</b>{' '}
              {last && <span>{t`${monthName(last.month)}: median ${duration(last.median)}`}</span>}
            </figcaption>
            <Line
              months={months}
              most={most}
              label={t`Median stay by month; the table below has the numbers`}
            />
          </figure>
        );
      })}
    </section>
  );
}

function Line({ months, most, label }: { months: Months; most: number; label: string }) {
  const points = months.flatMap(({ month, median }, index) => {
    if (median === null) return [];
    const x = MARGIN + (index * (SIZE.width - 2 * MARGIN)) / (months.length - 1);
    const y = SIZE.height - MARGIN - (median / most) * (SIZE.height - 2 * MARGIN);
    return [{ month, x, y }];
  });
  return (
    <svg viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} role="img" aria-label={label}>
      <line x1="0" x2={SIZE.width} y1={SIZE.height - 1} y2={SIZE.height - 1} />
      <polyline points={points.map(({ x, y }) => `${x},${y}`).join(' ')} />
      {points.map(({ month, x, y }) => (
        <circle key={month} cx={x} cy={y} r="2.5" />
      ))}
    </svg>
  );
}

export function TrendTable({ trend }: { trend: Trends }) {
  const { t, i18n } = useLingui();
  const { states } = machineWords(i18n.t, 'application');
  const { duration } = useFigureWords();
  const monthName = useMonthNames();
  return (
    <FoldedTable
      caption={t`Median stay by month in which it ended`}
      rows={trend[0]?.months ?? []}
      keyOf={({ month }) => month}
      columns={[
        { label: t`Month`, cell: ({ month }) => monthName(month) },
        ...trend.map(({ state, months }) => ({
          label: states[state] ?? state,
          cell: ({ month }: { month: string }) =>
            duration(months.find((each) => each.month === month)?.median ?? null),
        })),
      ]}
    />
  );
}

function useMonthNames(): (month: string) => string {
  const { i18n } = useLingui();
  const format = new Intl.DateTimeFormat(regional(i18n.locale), {
    month: 'short',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (month) => format.format(Date.parse(month));
}
