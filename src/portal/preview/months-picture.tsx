import { useLingui } from '@lingui/react/macro';
import type { PreviewMonth } from '#contract/report-preview.ts';
import { FoldedTable } from '#portal/pictures/pictures.tsx';
import { type DrawnMonth, drawnMonths, total } from './month-span.ts';
import styles from './preview.module.css';
import { type Preview, type PreviewWords, usePreviewWords } from './use-preview-words.ts';

const HEIGHT = 76;
/** With fewer bars than this, the bars do not fill the width of the picture. */
const FEW_BARS = 6;

export function MonthsPicture({ preview }: { preview: Preview }) {
  const { t } = useLingui();
  const words = usePreviewWords(preview);
  const { months } = preview;
  const drawn = drawnMonths(months);
  const metres = total(months.map((month) => month.metres));
  const energy = total(months.map((month) => month.energy));
  const consumption = metres && energy ? words.energy((energy / metres) * 100_000, 1) : null;
  const heading = words.isMasked ? t`Distance and energy` : t`Distance and energy per month`;
  const textOf = (value: number | null, text: (value: number) => string) =>
    value === null ? '–' : text(value);
  const rowOf = (name: string, drives: number, distance: number | null, used: number | null) => [
    name,
    words.number(drives),
    textOf(distance, words.kilometres),
    textOf(used, (value) => words.energy(value, 1)),
  ];
  return (
    <section className="panel">
      <h3>{heading}</h3>
      {consumption && <p>{t`${consumption} per 100 km on average`}</p>}
      <Bars
        title={t`Distance`}
        drawn={drawn}
        figure={(month) => month.metres}
        text={words.kilometres}
        words={words}
        none={words.missing('trips', 'location')}
      />
      <Bars
        title={t`Energy`}
        drawn={drawn}
        figure={(month) => month.energy}
        text={words.energy}
        words={words}
        isSecond
        none={words.missing('battery')}
      />
      {(metres !== null || energy !== null) && (
        <>
          {!words.isMasked && drawn.some(({ isPartial }) => isPartial) && (
            <p>{t`Striped: only a part of the month`}</p>
          )}
          <FoldedTable
            title={heading}
            head={[words.isMasked ? t`Days` : t`Month`, t`Drives`, t`Distance`, t`Energy`]}
            rows={[
              ...months.map((month) =>
                rowOf(words.month(month.month), month.drives, month.metres, month.energy),
              ),
              rowOf(t`Total`, total(months.map(({ drives }) => drives)) ?? 0, metres, energy),
            ]}
          />
        </>
      )}
    </section>
  );
}

interface BarsProps {
  title: string;
  drawn: readonly DrawnMonth[];
  figure: (month: PreviewMonth) => number | null;
  text: (value: number) => string;
  words: PreviewWords;
  isSecond?: boolean;
  none: string;
}

function Bars({ title, drawn, figure, text, words, isSecond = false, none }: BarsProps) {
  const { t } = useLingui();
  const bars = drawn.map(({ figures, ...month }) => ({
    ...month,
    value: (figures && figure(figures)) ?? 0,
  }));
  const most = bars.toSorted((a, b) => b.value - a.value)[0];
  if (!most || most.value === 0)
    return (
      <figure className={styles.bars}>
        <figcaption>
          <b>{title}</b>
          <span>{none}</span>
        </figcaption>
      </figure>
    );
  const [highest, month] = [text(most.value), words.month(most.month)];
  const path = (isPartial: boolean) =>
    bars
      .map(({ value, ...bar }, index) =>
        bar.isPartial === isPartial && value > 0
          ? `M${index * 20 + 10} ${HEIGHT}v-${((value / most.value) * HEIGHT).toFixed(1)}`
          : '',
      )
      .join('');
  return (
    <figure className={styles.bars} data-second={isSecond || undefined}>
      <figcaption>
        <b>{title}</b>
        <span>{t`highest: ${highest} (${month})`}</span>
      </figcaption>
      <div style={{ inlineSize: `${Math.min(1, bars.length / FEW_BARS) * 100}%` }}>
        <svg
          viewBox={`0 0 ${bars.length * 20} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t`${title}, highest: ${highest} (${month})`}
        >
          <path d={path(false)} />
          <path className={styles.partial} d={path(true)} />
        </svg>
        <div className={`fine ${styles.months}`} aria-hidden="true">
          {bars.map(({ month }, index) => (
            // Masked months are labelled with numbers, which are too wide to label every bar.
            <span key={month}>
              {(!words.isMasked || index % 3 === 0) && words.monthLetter(month)}
            </span>
          ))}
        </div>
      </div>
    </figure>
  );
}
