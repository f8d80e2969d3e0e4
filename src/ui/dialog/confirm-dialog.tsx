import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { Elements } from '#ui/elements.ts';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  title: string;
  /** Label of the confirming button: the action itself, not «OK». */
  confirm: string;
  /** Label of the other button, which leaves everything as it is. */
  keep?: string;
  isBusy?: boolean;
  /** An action that cannot be undone. */
  isFinal?: boolean;
  /** The confirming button has the focus at first. */
  isConfirmFirst?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children?: Elements;
}

/** Asks before something is done. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useLingui();
  const { title, confirm, keep = t`Go back`, isBusy = false, isFinal = false } = props;
  const { isConfirmFirst = false } = props;
  const { onConfirm, onCancel, children } = props;
  return (
    <Dialog title={title} onClose={onCancel}>
      {children}
      <div className={styles.actions}>
        <Button
          onClick={onConfirm}
          loading={isBusy}
          {...(isConfirmFirst && { 'data-first': true })}
          {...(isFinal && { color: 'brick' })}
        >
          {confirm}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {keep}
        </Button>
      </div>
    </Dialog>
  );
}
