import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { ApplicationSummary } from '#contract/application-record.ts';
import { call } from '#ui/calls/call.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { wholeNumbers } from '#ui/format/whole-numbers.tsx';
import { showMessage } from '#ui/messages/messages.ts';

interface TerminateButtonProps {
  application: Pick<ApplicationSummary, 'number' | 'revision'>;
}

/** Ends an application, after asking. */
export function TerminateButton({ application }: TerminateButtonProps) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const { number, revision } = application;

  async function terminate() {
    setBusy(true);
    try {
      await call('terminateOrder', { applicationNumber: number, revision });
      showMessage({ kind: 'notice', text: t`Application ${number} is terminated.` });
      setAsking(false);
    } catch {
      // The call has shown why; what changed meanwhile is shown by the reload.
      setAsking(false);
    }
    setBusy(false);
  }

  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        <Trans>Terminate</Trans>
      </button>
      {isAsking && (
        <ConfirmDialog
          title={t`Terminate the application?`}
          confirm={t`Terminate`}
          keep={t`Keep the application`}
          isFinal
          isBusy={isBusy}
          onConfirm={terminate}
          onCancel={() => setAsking(false)}
        >
          <Consequence number={wholeNumbers(number)} />
        </ConfirmDialog>
      )}
    </>
  );
}

function Consequence({ number }: { number: ReactNode }) {
  return (
    <p>
      <Trans>
        This closes application {number} for good. To ask again, you need a new application.
      </Trans>
    </p>
  );
}
