import { Trans, useLingui } from '@lingui/react/macro';
import { Button, type ButtonProps } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { ApplicationSummary } from '#contract/application-record.ts';
import type { ReportFormat } from '#contract/report.ts';
import type { Task } from '#contract/turns.ts';
import { taskAddress } from '#portal/addresses.ts';
import { Glyph } from '#ui/brand/glyph.tsx';
import { BusyButton } from '#ui/calls/busy-button.tsx';
import { call } from '#ui/calls/call.ts';
import { download } from '#ui/calls/download.ts';
import { ConfirmButton, type ConfirmButtonProps } from '#ui/dialog/confirm-button.tsx';
import { withUnbrokenNumbers } from '#ui/language/translated-text.tsx';

/**
 * Link to the page of a task; empty for tasks that have another button or are done outside the
 * portal.
 */
export function TaskButton({ number, task, size }: { number: string; task: Task; size?: 'sm' }) {
  const { t } = useLingui();
  const labels: Partial<Record<Task, string>> = {
    supply: t`Supplementary information`,
    requestData: t`Request data`,
    answerQuote: t`See the quote`,
    nameRecipient: t`Name the recipient`,
    confirmContact: t`Confirm the address`,
  };
  const label = labels[task];
  const address = taskAddress(number, task);
  if (!label || !address) return null;
  return (
    <Button component={Link} to={address} {...(size && { size })}>
      {label}
    </Button>
  );
}

interface DownloadButtonProps extends ButtonProps {
  number: string;
  format: ReportFormat;
}

export function DownloadButton({ number, format, ...button }: DownloadButtonProps) {
  return (
    <BusyButton
      {...button}
      leftSection={<Glyph name="download" />}
      work={() => download('report', { applicationNumber: number, format })}
    />
  );
}

export function RegenerateButton({ number }: { number: string }) {
  const { t } = useLingui();
  return (
    <BusyButton
      variant="default"
      work={() => call('regenerateReport', { applicationNumber: number })}
    >
      {t`Generate the report again`}
    </BusyButton>
  );
}

interface TerminateProps extends Pick<ConfirmButtonProps, 'opener'> {
  application: Pick<ApplicationSummary, 'number' | 'revision'>;
}

export function Terminate({ application, opener }: TerminateProps) {
  const { t } = useLingui();
  const { number: applicationNumber, revision } = application;
  const number = withUnbrokenNumbers(applicationNumber);
  return (
    <ConfirmButton
      opener={opener}
      title={t`Terminate the application?`}
      confirm={t`Terminate`}
      cancel={t`Keep the application`}
      isFinal
      work={() => call('terminateOrder', { applicationNumber, revision })}
      done={t`Application ${{ number: applicationNumber }} has ended.`}
    >
      <p>
        <Trans>
          This ends application {number} for good. To ask again, you need a new application.
        </Trans>
      </p>
    </ConfirmButton>
  );
}

export function Abandon(props: Pick<ConfirmButtonProps, 'opener' | 'work'>) {
  const { t } = useLingui();
  return (
    <ConfirmButton
      title={t`Abandon the data application?`}
      confirm={t`Abandon`}
      cancel={t`Keep the application`}
      isFinal
      {...props}
    >
      <p>{t`Everything you typed and uploaded for it will be deleted.`}</p>
    </ConfirmButton>
  );
}
