import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';

/** The way out of an application that is not sent: asks, then forgets what was typed. */
export function AbandonButton({ onAbandon }: { onAbandon: () => void }) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="subtle" onClick={() => setAsking(true)}>
        <Trans>Cancel the application</Trans>
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t`Abandon the data application?`}
          confirm={t`Abandon`}
          keep={t`Keep the application`}
          isFinal
          onConfirm={onAbandon}
          onCancel={() => setAsking(false)}
        >
          <p>
            <Trans>
              Everything you typed and uploaded for it will be deleted from this device.
            </Trans>
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
