import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { ApplicationRecord } from '#contract/application-record.ts';
import { dataTypes } from '#contract/data-types.ts';
import { dataTypeNames } from '#forms/data-types.ts';
import { DAY } from '#lib/words/durations.ts';
import { plainList } from '#lib/words/formats.ts';
import pictures from '#portal/pictures/pictures.module.css';
import { Sums } from '#portal/pictures/sums.tsx';
import { useQuery } from '#ui/calls/use-query.ts';
import { dayIn } from '#ui/format/dates.ts';
import { CardTable } from '#ui/list/card-table.tsx';
import { Notice } from '#ui/messages/notice.tsx';
import { ChargePicture } from './charge-picture.tsx';
import { DaysPicture } from './days-picture.tsx';
import { DrivesPicture } from './drives-picture.tsx';
import { beginOf, daysIn, drawnMonths, type Span, spanOf, total } from './month-span.ts';
import { MonthsPicture } from './months-picture.tsx';
import styles from './preview.module.css';
import { type Preview, usePreviewWords } from './use-preview-words.ts';

type Period = Pick<NonNullable<ApplicationRecord['dataRequest']>, 'from' | 'to'> | null;

/** `period` is the requested time range. */
export default function ReportPreview({ number, period }: { number: string; period: Period }) {
  const { t } = useLingui();
  const heading = useId();
  const { data } = useQuery('reportPreview', { applicationNumber: number }, { silent: true });
  if (!data) return null;
  const { isOneVehicle, timeZone, months } = data;
  const hasMore = months[0]?.month !== drawnMonths(months)[0]?.month;
  return (
    <section
      id="preview"
      className={`stack ${pictures.colours} ${styles.preview}`}
      aria-labelledby={heading}
    >
      <h2 id={heading}>{t`What is in it`}</h2>
      {isOneVehicle && !timeZone && (
        <Notice kind="info" title={t`These data are masked`}>
          <p>{t`Dates are replaced by shuffled, numbered days, so that nobody sees where you live or when you are away. The pictures show these days, without times and without a track. Day 1 is 1 January 2000 in the file.`}</p>
          <p>{t`The curve of the battery is left out, because the file counts the charge of each drive from zero.`}</p>
        </Notice>
      )}
      {isOneVehicle && <ReportSums preview={data} />}
      <div className={`stack ${styles.pictures}`}>
        {isOneVehicle && (
          <>
            <DrivesPicture preview={data} />
            <MonthsPicture preview={data} />
            {timeZone && <ChargePicture preview={data} />}
            <DaysPicture preview={data} />
          </>
        )}
        <TypesTable preview={data} period={period} />
      </div>
      {hasMore && (
        <p className="soft">{t`The pictures by month and day show the last 13 months, the tables all of them.`}</p>
      )}
      {timeZone && (
        <p className="soft">{t`Times are in the time zone ${timeZone}, as in the workbook. All files also give UTC.`}</p>
      )}
    </section>
  );
}

function ReportSums({ preview }: { preview: Preview }) {
  const { t } = useLingui();
  const words = usePreviewWords(preview);
  const { months, types } = preview;
  const metres = total(months.map((month) => month.metres));
  const energy = total(months.map((month) => month.energy));
  return (
    <Sums
      className="panel"
      sums={[
        { label: t`Drives`, value: words.number(total(months.map(({ drives }) => drives)) ?? 0) },
        { label: t`Distance`, value: metres === null ? null : words.kilometres(metres) },
        { label: t`Consumed energy`, value: energy === null ? null : words.energy(energy) },
        { label: t`Rows`, value: words.number(total(types.map(({ rows }) => rows)) ?? 0) },
      ]}
    />
  );
}

function TypesTable({ preview, period }: { preview: Preview; period: Period }) {
  const { t, i18n } = useLingui();
  const words = usePreviewWords(preview);
  const { types, months } = preview;
  const title = t`What is inside, and what is not`;
  const unasked = dataTypes.filter((dataType) => types.every(({ type }) => type !== dataType));
  const names = plainList(
    unasked.map((type) => i18n._(dataTypeNames[type])),
    i18n.locale,
  );
  const delivered = spanOf(months);
  const span = delivered && wholeSpan(delivered, period, preview.timeZone);
  const range = span && words.days(span.first, span.last);
  const rows = types.map((row, index) => ({
    ...row,
    days: months.map(({ daysByType }) => daysByType[index] ?? 0),
  }));
  return (
    <section className={`panel ${styles.wide}`}>
      <h3>{title}</h3>
      <CardTable
        className={styles.types}
        label={title}
        rows={rows}
        keyOf={({ type }) => type}
        columns={[
          {
            label: t`Data`,
            cell: ({ type, reason, gaps }) => (
              <>
                <span>{i18n._(dataTypeNames[type])}</span>
                {reason && <small>{reason}</small>}
                {gaps.map((gap) => (
                  <small key={gap.from}>
                    <b>{words.days(gap.from, gap.to - 1)}</b> <span>{gap.reason}</span>
                  </small>
                ))}
              </>
            ),
          },
          { label: t`Rows`, cell: ({ rows }) => words.number(rows) },
          ...(span
            ? [
                {
                  label: t`Days, ${range}`,
                  cell: ({ days, rows }: { days: readonly number[]; rows: number }) =>
                    rows > 0 && days.every((count) => count === 0) ? (
                      <span>{t`does not change with time`}</span>
                    ) : (
                      <Strip
                        months={months}
                        days={days}
                        span={span}
                        delivered={delivered}
                        count={words.number(total(days) ?? 0)}
                      />
                    ),
                },
              ]
            : []),
        ]}
      />
      {unasked.length > 0 && <p>{t`You did not ask for: ${names}.`}</p>}
    </section>
  );
}

/**
 * Returns the span of the requested and delivered days; in a masked report, whose dates are
 * fictitious, of the delivered days only.
 */
function wholeSpan(delivered: Span, period: Period, timeZone: string | null): Span {
  if (!period?.from || !period.to || timeZone === null) return delivered;
  const dayOf = (at: number) => Date.parse(dayIn(timeZone, at));
  return {
    first: Math.min(delivered.first, dayOf(Date.parse(period.from))),
    last: Math.max(delivered.last, dayOf(Date.parse(period.to) - 1)),
  };
}

interface StripProps {
  months: Preview['months'];
  days: readonly number[];
  span: Span;
  delivered: Span;
  count: string;
}

function Strip({ months, days, span, delivered, count }: StripProps) {
  const { t } = useLingui();
  const place = (at: number) => Math.round((at - span.first) / DAY);
  const width = place(span.last) + 1;
  const bars = months.map(({ month }, index) => {
    const from = place(Math.max(delivered.first, beginOf(month)));
    const to = Math.min(place(delivered.last) + 1, place(beginOf(month)) + daysIn(month));
    const height = ((days[index] ?? 0) / (to - from)) * 12;
    return `M${from} 12v-${height.toFixed(1)}H${to}V12z`;
  });
  return (
    <svg
      className={styles.strip}
      viewBox={`0 0 ${width} 12`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t`Days with data: ${count}`}
    >
      <path className={styles.noDay} d={`M0 11h${width}v1H0z`} />
      <path className={styles.day} d={bars.join('')} />
    </svg>
  );
}
