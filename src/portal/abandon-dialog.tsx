import { Trans, useLingui } from '@lingui/react/macro';
import { ConfirmDialog } from '#ui/dialog/dialog.tsx';

interface AbandonDialogProps {
  onAbandon: () => void;
  onKeep: () => void;
}

/** Asks whether an application that is not sent is given up, from its form and from the list. */
export default function AbandonDialog({ onAbandon, onKeep }: AbandonDialogProps) {
  const { t } = useLingui();
  return (
    <ConfirmDialog
      title={t`Abandon the data application?`}
      confirm={t`Abandon`}
      keep={t`Keep the application`}
      isFinal
      onConfirm={onAbandon}
      onCancel={onKeep}
    >
      <p>
        <Trans>Everything you typed and uploaded for it will be deleted.</Trans>
      </p>
    </ConfirmDialog>
  );
}
