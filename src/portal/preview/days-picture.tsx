import { plural } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { FoldedTable } from '#portal/pictures/pictures.tsx';
import { countDays, daysIn, drawnMonths, longestPauses } from './month-span.ts';
import styles from './preview.module.css';
import { type Preview, usePreviewWords } from './use-preview-words.ts';

const CELL = { width: 10, height: 20 };
const barHeights = { '2': 14, '1': 7, '0': 2 } as const;
const weeks = [1, 8, 15, 22, 29];

export function DaysPicture({ preview }: { preview: Preview }) {
  const { t } = useLingui();
  const words = usePreviewWords(preview);
  const { months } = preview;
  const drawn = drawnMonths(months);
  const { all, complete, partial, none } = countDays(months);
  if (drawn.length === 0)
    return (
      <section className="panel">
        <h3>{t`Days with data`}</h3>
        <p>{t`The delivered data contain no values for this.`}</p>
      </section>
    );
  const withData = words.number(complete + partial);
  const marks = [
    {
      mark: '2',
      count: complete,
      text: plural(complete, {
        one: '# day with all delivered data types',
        other: '# days with all delivered data types',
      }),
    },
    {
      mark: '1',
      count: partial,
      text: plural(partial, { one: '# day with some of them', other: '# days with some of them' }),
    },
    {
      mark: '0',
      count: none,
      text: plural(none, { one: '# day without data', other: '# days without data' }),
    },
  ] as const;
  const path = (mark: keyof typeof barHeights) =>
    drawn
      .flatMap(({ days }, row) =>
        [...days].map((each, day) =>
          each === mark
            ? `M${day * CELL.width} ${(row + 1) * CELL.height - 3}h9v-${barHeights[mark]}h-9z`
            : '',
        ),
      )
      .join('');
  return (
    <section className={`panel ${styles.wide}`}>
      <h3>{t`Days with data`}</h3>
      <p>
        <Plural value={all} one={`${withData} of # day`} other={`${withData} of # days`} />
      </p>
      <div className={styles.calendar}>
        <div className={`fine ${styles.rows}`}>
          <ol className="plain" aria-hidden="true">
            {drawn.map(({ month }) => (
              <li key={month}>{words.month(month)}</li>
            ))}
          </ol>
          <svg
            viewBox={`0 0 ${31 * CELL.width} ${drawn.length * CELL.height}`}
            style={{ blockSize: `calc(${drawn.length} * 1.25 * var(--u))` }}
            preserveAspectRatio="none"
            role="img"
            aria-label={t`Calendar of the days with data`}
          >
            <path className={styles.day} d={path('2') + path('1')} />
            <path className={styles.noDay} d={path('0')} />
          </svg>
          <div className={styles.weeks} aria-hidden="true">
            {weeks.map((day) => (
              <span key={day}>{words.number(day)}</span>
            ))}
          </div>
        </div>
        <ul className={`plain small ${styles.marks}`}>
          {marks.map(
            ({ mark, count, text }) =>
              count > 0 && (
                <li key={mark}>
                  <svg viewBox="0 0 28 14" aria-hidden="true">
                    <path
                      className={mark === '0' ? styles.noDay : styles.day}
                      d={`M0 14h28v-${barHeights[mark]}h-28z`}
                    />
                  </svg>
                  <span>{text}</span>
                </li>
              ),
          )}
          {!words.isMasked &&
            longestPauses(months).map(({ from, to }) => {
              const range = words.days(from, to);
              return <li key={from}>{t`No data: ${range}`}</li>;
            })}
        </ul>
      </div>
      <FoldedTable
        title={t`Days with data`}
        head={[
          words.isMasked ? t`Days` : t`Month`,
          t`With data`,
          t`With all data types`,
          t`Days of the month`,
        ]}
        rows={months.map(({ month, days }) => {
          const complete = days.split('2').length - 1;
          const partial = days.split('1').length - 1;
          return [
            words.month(month),
            words.number(complete + partial),
            words.number(complete),
            words.number(daysIn(month)),
          ];
        })}
      />
    </section>
  );
}
