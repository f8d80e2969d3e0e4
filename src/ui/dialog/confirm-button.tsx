import { type ReactElement, useState } from 'react';
import { useBusy } from '#ui/calls/busy-button.tsx';
import { showMessage } from '#ui/messages/messages.ts';
import { ConfirmDialog, type ConfirmDialogProps } from './dialog.tsx';

export interface ConfirmButtonProps
  extends Pick<ConfirmDialogProps, 'title' | 'confirm' | 'cancel' | 'isFinal' | 'children'> {
  opener: (ask: () => void) => ReactElement;
  work: () => Promise<unknown>;
  done?: string;
}

export function ConfirmButton({ opener, work, done, ...dialog }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useBusy();

  const confirm = () =>
    run(async () => {
      await work();
      if (done) showMessage({ kind: 'notice', text: done });
    }).then(() => setAsking(false));

  const button = opener(() => setAsking(true));
  return (
    <>
      {button}
      {isAsking && (
        <ConfirmDialog
          {...dialog}
          isBusy={isBusy}
          onConfirm={confirm}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
