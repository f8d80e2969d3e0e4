import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';

/** Few give up: the dialog’s script comes once it is asked for. */
const AbandonDialog = lazy(() => import('./abandon-dialog.tsx'));

/** The way out of an application that is not sent: asks, then forgets what was typed. */
export function AbandonButton({ onAbandon }: { onAbandon: () => void }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button variant="subtle" onClick={() => setAsking(true)}>
        <Trans>Cancel the application</Trans>
      </Button>
      {isAsking && (
        <Suspense>
          <AbandonDialog onAbandon={onAbandon} onKeep={() => setAsking(false)} />
        </Suspense>
      )}
    </>
  );
}
