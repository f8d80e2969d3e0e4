import { Trans, useLingui } from '@lingui/react/macro';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatDay } from '#ui/format/dates.ts';
import { formatNumber } from '#ui/format/numbers.ts';
import { DataTable } from '#ui/list/card-table.tsx';
import styles from './figures.module.css';

type Week = CallData<'officeFigures'>['weeks'][number];

/** Sizes of the picture in px: width of a week and of a bar, maximum height of a bar, margins. */
const WEEK = 56;
const BAR = 18;
const HEIGHT = 110;
const FOOT = 18;
const HEAD = 14;

export function Weeks({ weeks }: { weeks: readonly Week[] }) {
  const { t, i18n } = useLingui();
  const most = Math.max(1, ...weeks.flatMap(({ filed, ended }) => [filed, ended]));
  const number = (value: number) => formatNumber(value, i18n.locale);
  const short = new Intl.DateTimeFormat(i18n.locale, {
    day: 'numeric',
    month: 'numeric',
    timeZone: 'UTC',
  });
  return (
    <>
      <svg
        className={styles.weeks}
        viewBox={`0 0 ${weeks.length * WEEK} ${HEAD + HEIGHT + FOOT}`}
        role="img"
        aria-label={t`Applications filed and ended in each week; the table below has the numbers`}
      >
        {weeks.map(({ from, filed, ended }, index) => (
          <g key={from} transform={`translate(${index * WEEK + WEEK / 2} ${HEAD})`}>
            <Bar className={styles.filed} x={-BAR - 1} height={(HEIGHT * filed) / most} />
            <Bar className={styles.ended} x={1} height={(HEIGHT * ended) / most} />
            {filed > 0 && (
              <text x={-BAR / 2} y={HEIGHT * (1 - filed / most) - 3} textAnchor="middle">
                {number(filed)}
              </text>
            )}
            {ended > 0 && (
              <text x={BAR / 2 + 2} y={HEIGHT * (1 - ended / most) - 3} textAnchor="middle">
                {number(ended)}
              </text>
            )}
            <text y={HEIGHT + FOOT - 4} textAnchor="middle">
              {short.format(Date.parse(from))}
            </text>
          </g>
        ))}
        <line x1="0" x2={weeks.length * WEEK} y1={HEAD + HEIGHT} y2={HEAD + HEIGHT} />
      </svg>
      <p className={`row soft ${styles.legend}`} aria-hidden="true">
        <span>
          <Sample className={styles.filed} />
          <Trans>Filed</Trans>
        </span>
        <span>
          <Sample className={styles.ended} />
          <Trans>Ended</Trans>
        </span>
      </p>
      <DataTable
        className={styles.table}
        label={t`Per week`}
        rows={weeks.toReversed()}
        keyOf={({ from }) => from}
        columns={[
          { label: t`Week from Monday`, cell: ({ from }) => formatDay(from, i18n.locale) },
          { label: t`Filed`, className: styles.number, cell: ({ filed }) => number(filed) },
          { label: t`Ended`, className: styles.number, cell: ({ ended }) => number(ended) },
        ]}
      />
    </>
  );
}

interface BarProps {
  className?: string | undefined;
  x: number;
  height: number;
}

function Bar({ className, x, height }: BarProps) {
  return <rect className={className} x={x} y={HEIGHT - height} width={BAR} height={height} />;
}

function Sample({ className }: { className?: string | undefined }) {
  return (
    <svg className={styles.weeks} viewBox="0 0 12 12" aria-hidden="true">
      <rect className={className} x="1" y="1" width="10" height="10" />
    </svg>
  );
}
