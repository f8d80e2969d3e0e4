import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { ApplicationSummary } from '#contract/application-record.ts';
import { hasTag } from '#contract/stored-application.ts';
import { Glyph } from '#ui/brand/glyph.tsx';
import { download } from '#ui/calls/download.ts';

interface DecisionDownloadProps {
  record: ApplicationSummary;
  /** Call for the letter: the requester's or the desk's. */
  endpoint: 'decisionLetter' | 'deskDecisionLetter';
}

/** The data holder's decision in writing, once there is one. */
export function DecisionDownload({ record, endpoint }: DecisionDownloadProps) {
  if (!hasTag(record.state, 'decided')) return null;
  return (
    <p>
      <Button
        variant="default"
        leftSection={<Glyph name="file" />}
        onClick={() => download(endpoint, { applicationNumber: record.number })}
      >
        <Trans>Decision in writing (Word)</Trans>
      </Button>
    </p>
  );
}
