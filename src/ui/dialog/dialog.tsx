import '@mantine/core/styles/Group.layer.css';
import { useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useId, useState } from 'react';
import type { Elements } from '#ui/elements.ts';
import type { DialogProps } from './modal-window.tsx';

// Loaded when a dialog first opens, because most visits open none.
const ModalWindow = lazy(() => import('./modal-window.tsx'));

/** Ids of the open dialogs. Escape closes only the last one. */
const openDialogs: string[] = [];

/** Modal dialog that is open while it is mounted. Returns the focus to its opener. */
export function Dialog({ title, onClose, children }: DialogProps) {
  const id = useId();
  const [opener] = useState(() => document.activeElement);
  useEffect(() => {
    // The message area is outside the frame and stays operable.
    const frame = document.querySelector('[data-frame]');
    openDialogs.push(id);
    frame?.toggleAttribute('inert', true);
    return () => {
      openDialogs.splice(openDialogs.indexOf(id), 1);
      frame?.toggleAttribute('inert', openDialogs.length > 0);
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [id, opener]);
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    if (openDialogs.at(-1) !== id) return;
    event.preventDefault();
    onClose();
  });
  return (
    <Suspense>
      <ModalWindow title={title} onClose={onClose}>
        {children}
      </ModalWindow>
    </Suspense>
  );
}

interface ConfirmDialogProps {
  title: string;
  /** Label of the confirm button: the action itself, not «OK». */
  confirm: string;
  keep?: string;
  isBusy?: boolean;
  isFinal?: boolean;
  isConfirmFirst?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
  children?: Elements;
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { t } = useLingui();
  const { title, confirm, keep = t`Go back`, isBusy = false, isFinal = false } = props;
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
          <span>{keep}</span>
        </Button>
      </Group>
    </Dialog>
  );
}
