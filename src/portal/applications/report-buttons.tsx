import { useLingui } from '@lingui/react/macro';
import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ReportFormat } from '#contract/report.ts';
import { Glyph } from '#ui/brand/glyph.tsx';
import { call } from '#ui/calls/call.ts';
import { download } from '#ui/calls/download.ts';
import { useBusy } from '#ui/calls/use-busy.ts';

interface DownloadButtonProps extends ButtonProps {
  number: string;
  format: ReportFormat;
  children: ReactNode;
}

export function DownloadButton({ number, format, ...button }: DownloadButtonProps) {
  const { isBusy, run } = useBusy();
  return (
    <Button
      {...button}
      loading={isBusy}
      leftSection={<Glyph name="download" />}
      onClick={() => run(() => download('report', { applicationNumber: number, format }))}
    />
  );
}

export function RegenerateButton({ number }: { number: string }) {
  const { t } = useLingui();
  const { isBusy, run } = useBusy();
  return (
    <Button
      variant="default"
      loading={isBusy}
      onClick={() => run(() => call('regenerateReport', { applicationNumber: number }))}
    >
      {t`Generate the report again`}
    </Button>
  );
}
