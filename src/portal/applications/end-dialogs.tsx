import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import type { ApplicationSummary } from '#contract/application-record.ts';
import { call } from '#ui/calls/call.ts';
import { useBusy } from '#ui/calls/use-busy.ts';
import { ConfirmDialog } from '#ui/dialog/dialog.tsx';
import { withUnbrokenNumbers } from '#ui/language/translated-text.tsx';
import { showMessage } from '#ui/messages/messages.ts';

interface TerminateButtonProps {
  application: Pick<ApplicationSummary, 'number' | 'revision'>;
}

export function TerminateButton({ application }: TerminateButtonProps) {
  const { t } = useLingui();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAsking(true)}>{t`Terminate`}</button>
      {isAsking && <TerminateDialog application={application} onClose={() => setAsking(false)} />}
    </>
  );
}

export function TerminateDialog({
  application,
  onClose,
}: TerminateButtonProps & { onClose: () => void }) {
  const { t } = useLingui();
  const { isBusy, run } = useBusy();
  const { number: applicationNumber, revision } = application;
  const number = withUnbrokenNumbers(applicationNumber);

  const terminate = () =>
    run(async () => {
      await call('terminateOrder', { applicationNumber, revision });
      const text = t`Application ${{ number: applicationNumber }} has ended.`;
      showMessage({ kind: 'notice', text });
    }).then(onClose);

  return (
    <ConfirmDialog
      title={t`Terminate the application?`}
      confirm={t`Terminate`}
      cancel={t`Keep the application`}
      isFinal
      isBusy={isBusy}
      onConfirm={terminate}
      onCancel={onClose}
    >
      <p>
        <Trans>
          This ends application {number} for good. To ask again, you need a new application.
        </Trans>
      </p>
    </ConfirmDialog>
  );
}

interface AbandonDialogProps {
  onAbandon: () => void;
  onCancel: () => void;
}

export function AbandonDialog({ onAbandon, onCancel }: AbandonDialogProps) {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      title={t`Abandon the data application?`}
      confirm={t`Abandon`}
      cancel={t`Keep the application`}
      isFinal
      onConfirm={onAbandon}
      onCancel={onCancel}
    >
      <p>{t`Everything you typed and uploaded for it will be deleted.`}</p>
    </ConfirmDialog>
  );
}
