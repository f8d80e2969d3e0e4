import { Plural, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { ApplicationRecord, ReportStatus } from '#contract/application-record.ts';
import type { ReportFormat } from '#contract/report.ts';
import { reportActions } from '#portal/requester-actions.ts';
import { ZipPrograms } from '#ui/application/zip-programs.tsx';
import { Glyph } from '#ui/brand/glyph.tsx';
import { call } from '#ui/calls/call.ts';
import { download } from '#ui/calls/download.ts';
import { useBusy } from '#ui/calls/use-busy.ts';
import { useDeadline } from '#ui/format/deadline.ts';
import { formatSize } from '#ui/format/numbers.ts';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './details-page.module.css';

export function ReportArea({ record }: { record: ApplicationRecord }) {
  const { number, report } = record;
  const { t, i18n } = useLingui();
  const { isBusy, run } = useBusy();
  const actions = report && reportActions(report, record);
  if (!actions) return null;
  const packageSize =
    report.packageSize === null ? null : formatSize(report.packageSize, i18n.locale);

  const fetchReport = (format: ReportFormat) =>
    run(() => download('report', { applicationNumber: number, format }));

  return (
    <section id="report" tabIndex={-1}>
      <h2>{t`Report`}</h2>
      <ReportOutcome
        report={report}
        isWorking={actions.isWorking}
        timeZone={record.clock.timeZone}
        isContactConfirmed={record.unconfirmedContact === null}
      />
      <div className={`row above ${styles.actions}`}>
        {actions.canDownload && (
          <Button
            loading={isBusy}
            leftSection={<Glyph name="download" />}
            onClick={() => fetchReport('xlsx')}
          >
            {t`Download data`}
          </Button>
        )}
        {actions.canDownload && packageSize && (
          <Button
            variant="default"
            disabled={isBusy}
            leftSection={<Glyph name="download" />}
            onClick={() => fetchReport('zip')}
          >
            {t`CSV and JSON (zip, ${packageSize})`}
          </Button>
        )}
        {report.state === 'empty' && packageSize && (
          <Button
            loading={isBusy}
            leftSection={<Glyph name="download" />}
            onClick={() => fetchReport('zip')}
          >
            {t`Manifest (zip, ${packageSize})`}
          </Button>
        )}
        {actions.canRegenerate && (
          <Button
            variant="default"
            disabled={isBusy}
            onClick={() => run(() => call('regenerateReport', { applicationNumber: number }))}
          >
            {t`Generate the report again`}
          </Button>
        )}
      </div>
      {actions.canDownload && packageSize && <ZipPrograms />}
    </section>
  );
}

interface ReportOutcomeProps {
  report: ReportStatus;
  isWorking: boolean;
  timeZone: string;
  isContactConfirmed: boolean;
}

function ReportOutcome({ report, isWorking, timeZone, isContactConfirmed }: ReportOutcomeProps) {
  const { t, i18n } = useLingui();
  const deadline = useDeadline();
  const { state, reason, size, rows, keptUntil } = report;
  if (isWorking) {
    return (
      <div role="status">
        <Notice kind="info" title={t`Generating file… check your e-mail`}>
          <p>
            {isContactConfirmed
              ? t`The password of the file is sent to the contact e-mail address.`
              : t`The password of the file is sent to the address you sign in with.`}
          </p>
        </Notice>
      </div>
    );
  }
  if (state === 'delivered') {
    const bytes = size === null ? '' : formatSize(size, i18n.locale);
    const until = keptUntil === null ? '' : deadline(keptUntil, timeZone);
    return (
      <Notice kind="good" title={t`Your data are ready`}>
        <p>
          <Plural
            value={rows ?? 0}
            one="An Excel workbook with # row"
            other="An Excel workbook with # rows"
          />
          <span>{bytes && `, ${bytes}`}</span>
        </p>
        <p>{t`The file opens with the password that we sent you by e-mail.`}</p>
        {until && <p>{t`You can download the file until ${until}.`}</p>}
      </Notice>
    );
  }
  const titles: Record<string, string> = {
    empty: t`There are no data for this request`,
    failed: t`The report could not be generated`,
    expired: t`The report is no longer kept`,
  };
  return (
    <Notice
      kind={state === 'failed' ? 'error' : 'info'}
      title={titles[state] ?? t`Status no longer in use`}
    >
      {reason && <p>{reason}</p>}
    </Notice>
  );
}
