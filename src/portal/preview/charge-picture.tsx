import { Plural, useLingui } from '@lingui/react/macro';
import { DAY, HOUR } from '#lib/words/durations.ts';
import { ChargePlot, FoldedTable } from '#portal/pictures/pictures.tsx';
import { total, YEAR } from './month-span.ts';
import styles from './preview.module.css';
import { type Preview, usePreviewWords } from './use-preview-words.ts';

const WIDTH = 730;
/** A pause longer than `GAP` (ms) and `GAP_SHARE` of the whole time is drawn as a gap. */
const GAP = 1.5 * DAY;
const GAP_SHARE = 0.05;
const MAX_TICKS = 7;
const LABEL_SHARE = 0.12;

export function ChargePicture({ preview }: { preview: Preview }) {
  const { t } = useLingui();
  const words = usePreviewWords(preview);
  const { charge, months } = preview;
  const [begin, end] = [charge[0]?.[0], charge.at(-1)?.[0]];
  if (begin === undefined || end === undefined)
    return (
      <section className="panel">
        <h3>{t`State of charge`}</h3>
        <p>{words.missing('battery')}</p>
      </section>
    );
  const lowest = words.percent(Math.min(...charge.map(([, low]) => low)));
  const highest = words.percent(Math.max(...charge.map(([, , high]) => high)));
  const charges = total(months.map((month) => month.charges));
  const { line, charging, gaps } = curveOf(charge, begin, end);
  const range = words.days(begin, end);
  const keys = [
    { isDrawn: charging !== '', className: styles.charging, d: 'M12 1v10', text: t`Charging` },
    { isDrawn: gaps !== '', className: styles.gap, d: 'M1 1h22v10h-22z', text: t`No values` },
  ];
  return (
    <section className={`panel ${styles.wide}`}>
      <h3>{t`State of charge`}</h3>
      <p>{lowest === highest ? lowest : t`Between ${lowest} and ${highest}`}</p>
      {charges !== null && (
        <p>
          <Plural value={charges} one="Charged # time" other="Charged # times" />
        </p>
      )}
      <ChargePlot
        label={t`State of charge, ${range}: between ${lowest} and ${highest}`}
        width={WIDTH}
        percent={words.percent}
        line={line}
        below={
          <div className={styles.ticks} aria-hidden="true">
            {ticksIn(begin, end).map((at) => (
              <span
                key={at}
                style={{ insetInlineStart: `${((at - begin) / (end - begin)) * 100}%` }}
              >
                {words.tick(at, begin, end)}
              </span>
            ))}
          </div>
        }
      >
        <path className={styles.gap} d={gaps} />
        <path className={styles.charging} d={charging} />
      </ChargePlot>
      <ul className={`row plain small ${styles.key}`}>
        {keys.map(
          ({ isDrawn, className, d, text }) =>
            isDrawn && (
              <li key={d} className="marked">
                <svg viewBox="0 0 24 12" aria-hidden="true">
                  <path className={className} d={d} />
                </svg>
                <span>{text}</span>
              </li>
            ),
        )}
      </ul>
      <FoldedTable
        title={t`State of charge`}
        head={[words.isMasked ? t`Days` : t`Month`, t`Lowest`, t`Highest`, t`Charges`]}
        rows={months.map(({ month, ...values }) => [
          words.month(month),
          ...[values.lowest, values.highest].map((value) =>
            value === null ? '–' : words.percent(value),
          ),
          values.charges === null ? '–' : words.number(values.charges),
        ])}
      />
    </section>
  );
}

function ticksIn(begin: number, end: number): number[] {
  const length = end - begin;
  const unit = length < DAY ? HOUR : length > YEAR ? 30 * DAY : DAY;
  const step = Math.ceil(length / unit / MAX_TICKS);
  const first = new Date(begin - 1);
  const [year, month] = [first.getUTCFullYear(), first.getUTCMonth() + 1];
  return Array.from({ length: MAX_TICKS + 1 }, (_, index) =>
    length > YEAR
      ? Date.UTC(year, month + index * step)
      : (Math.ceil(begin / unit) + index * step) * unit,
  ).filter((at) => at <= end - LABEL_SHARE * length);
}

/** SVG paths of the curve, the charging times and the gaps, in a picture 100 units high. */
function curveOf(charge: Preview['charge'], begin: number, end: number) {
  const x = (at: number) => (((at - begin) / Math.max(1, end - begin)) * WIDTH).toFixed(1);
  const paths = { line: '', charging: '', gaps: '' };
  let command = 'M';
  let previous = Number.NaN;
  for (const [index, [at, lowest, highest, isCharging]] of charge.entries()) {
    const [next = at] = charge[index + 1] ?? [];
    const isGap = next - at > Math.max(GAP, GAP_SHARE * (end - begin));
    // Draws the value nearer to the previous point first.
    const isRising = previous < (lowest + highest) / 2;
    const [first, last] = isRising ? [lowest, highest] : [highest, lowest];
    const middle = isGap ? at : (at + next) / 2;
    paths.line += `${command}${x(at)} ${100 - first}L${x(middle)} ${100 - last}`;
    if (isCharging) paths.charging += `M${x(at)} 100v-8`;
    if (isGap) paths.gaps += `M${x(at)} 0H${x(next)}V100H${x(at)}z`;
    command = isGap ? 'M' : 'L';
    previous = last;
  }
  return paths;
}
