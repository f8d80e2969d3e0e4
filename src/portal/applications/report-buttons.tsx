import { useLingui } from '@lingui/react/macro';
import type { ButtonProps } from '@mantine/core';
import type { ReportFormat } from '#contract/report.ts';
import { Glyph } from '#ui/brand/glyph.tsx';
import { BusyButton } from '#ui/calls/busy-button.tsx';
import { call } from '#ui/calls/call.ts';
import { download } from '#ui/calls/download.ts';

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
