import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import pictures from '#portal/pictures/pictures.module.css';
import { Sums } from '#portal/pictures/sums.tsx';
import { useQuery } from '#ui/calls/use-query.ts';
import { Notice } from '#ui/messages/notice.tsx';
import { ChargePicture } from './charge-picture.tsx';
import { DaysPicture } from './days-picture.tsx';
import { DrivesPicture } from './drives-picture.tsx';
import { drawnMonths, total } from './month-span.ts';
import { MonthsPicture } from './months-picture.tsx';
import styles from './preview.module.css';
import { type Period, TypesTable } from './types-table.tsx';
import { type Preview, usePreviewWords } from './use-preview-words.ts';

interface ReportPreviewProps {
  number: string;
  /** The requested time range. */
  period: Period | null;
}

export default function ReportPreview({ number, period }: ReportPreviewProps) {
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
