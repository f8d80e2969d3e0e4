import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useState } from 'react';
import type { ApplicationSummary } from '#contract/application-record.ts';
import { call } from '#ui/calls/call.ts';
import { ConfirmDialog } from '#ui/dialog/dialog.tsx';
import { wholeNumbers } from '#ui/format/whole-numbers.tsx';
import { showMessage } from '#ui/messages/messages.ts';

interface TerminateButtonProps {
  application: Pick<ApplicationSummary, 'number' | 'revision'>;
}

/** Button that ends an application, after asking. */
export function TerminateButton({ application }: TerminateButtonProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>
        <Trans>Terminate</Trans>
      </button>
      {isAsking && <TerminateDialog application={application} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Asks whether to end an application, and ends it. */
export function TerminateDialog({
  application,
  onClose,
}: TerminateButtonProps & { onClose: () => void }) {
  const { t } = useLingui();
  const [isBusy, setBusy] = useState(false);
  const { number, revision } = application;

  async function terminate() {
    setBusy(true);
    try {
      await call('terminateOrder', { applicationNumber: number, revision });
      showMessage({ kind: 'notice', text: t`Application ${number} is terminated.` });
    } catch {
      // The call has shown why; what changed meanwhile is shown by the reload.
    }
    onClose();
  }

  return (
    <ConfirmDialog
      title={t`Terminate the application?`}
      confirm={t`Terminate`}
      keep={t`Keep the application`}
      isFinal
      isBusy={isBusy}
      onConfirm={terminate}
      onCancel={onClose}
    >
      <Consequence number={wholeNumbers(number)} />
    </ConfirmDialog>
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
