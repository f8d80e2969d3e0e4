import '@mantine/core/styles/Group.layer.css';
import { useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { Elements } from '#ui/elements.ts';
import { dismissNotices } from '#ui/messages/messages.ts';

const loadWindow = () => import('./modal-window.tsx');
const ModalWindow = lazy(loadWindow);

/** Fetches the window of dialogs, so that the next one opens immediately, also offline. */
export function preloadDialog(): void {
  loadWindow().catch(() => {});
}

interface DialogProps {
  title: string;
  onClose: () => void;
  children: Elements;
}

/**
 * Modal dialog, open while it is mounted. Dismisses notices when it opens, and returns the focus to
 * its opener when it closes.
 */
export function Dialog(props: DialogProps) {
  const [opener] = useState(() => document.activeElement);
  useEffect(dismissNotices, []);
  return (
    <Suspense>
      <ModalWindow {...props} opener={opener} />
    </Suspense>
  );
}

export interface ConfirmDialogProps {
  title: string;
  confirm: string;
  cancel?: string;
  isBusy?: boolean;
  isFinal?: boolean;
  isConfirmFirst?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children?: Elements;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useLingui();
  const { title, confirm, cancel = t`Cancel`, isBusy = false, isFinal = false } = props;
  const { isConfirmFirst = false } = props;
  const { onConfirm, onCancel, children } = props;
  return (
    <Dialog title={title} onClose={onCancel}>
      {children}
      <Group mt="lg" gap="sm">
        <Button
          onClick={onConfirm}
          loading={isBusy}
          {...(isConfirmFirst && { 'data-autofocus': true })}
          {...(isFinal && { color: 'brick' })}
        >
          <span>{confirm}</span>
        </Button>
        <Button variant="default" onClick={onCancel}>
          <span>{cancel}</span>
        </Button>
      </Group>
    </Dialog>
  );
}
