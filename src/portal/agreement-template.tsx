import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { Glyph } from '#ui/brand/glyph.tsx';
import type { CallInput } from '#ui/calls/call-types.ts';
import { download } from '#ui/calls/download.ts';
import styles from '#ui/form/form.module.css';

interface AgreementTemplateProps {
  /** Returns the values known when the button is pressed; they go into the document. */
  typed: () => CallInput<'agreementTemplate'>;
}

/** The model of the agreement, to be downloaded, signed and uploaded again. */
export function AgreementTemplate({ typed }: AgreementTemplateProps) {
  const [isFetching, setFetching] = useState(false);
  async function fetchTemplate() {
    setFetching(true);
    await download('agreementTemplate', typed());
    setFetching(false);
  }
  return (
    <div className={`stack ${styles.offer}`}>
      <p>
        <Trans>
          No agreement yet? Use this model: it contains what you typed here. Complete it, have it
          signed and upload it below.
        </Trans>
      </p>
      <Button
        variant="default"
        leftSection={<Glyph name="file" />}
        loading={isFetching}
        onClick={fetchTemplate}
      >
        <Trans>Download the contract template (Word)</Trans>
      </Button>
    </div>
  );
}
