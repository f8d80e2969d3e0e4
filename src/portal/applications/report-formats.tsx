import { Trans, useLingui } from '@lingui/react/macro';
import type { ReportStatus } from '#contract/application-record.ts';
import { ZipPrograms } from '#ui/application/zip-programs.tsx';
import { formatSize } from '#ui/format/numbers.ts';
import styles from './details-page.module.css';
import { DownloadButton } from './report-buttons.tsx';

export function ReportFormats({ number, report }: { number: string; report: ReportStatus }) {
  const { t, i18n } = useLingui();
  const formats = [
    {
      format: 'xlsx',
      name: t`Excel workbook`,
      use: t`With a summary. Opens in Excel and LibreOffice`,
      size: report.size,
    },
    {
      format: 'zip',
      name: t`CSV, JSON and Parquet (zip)`,
      use: t`For other programs and data tools`,
      size: report.packageSize,
    },
  ] as const;
  return (
    <section className="panel">
      <h2>{t`Choose the format`}</h2>
      <ul className={`plain ${styles.formats}`}>
        {formats
          .filter(({ format, size }) => format === 'xlsx' || size !== null)
          .map(({ format, name, use, size }) => (
            <li key={format}>
              <div>
                <b>{name}</b>
                <small>{use}</small>
              </div>
              <span>{size !== null && formatSize(size, i18n.locale)}</span>
              <DownloadButton number={number} format={format} size="sm" variant="outline">
                <Trans>
                  Download<span className="visually-hidden"> {name}</span>
                </Trans>
              </DownloadButton>
            </li>
          ))}
      </ul>
      {report.packageSize !== null && <ZipPrograms />}
    </section>
  );
}
