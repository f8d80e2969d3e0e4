import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { useLingui } from '@lingui/react/macro';
import { Modal } from '@mantine/core';
import { useWindowEvent } from '@mantine/hooks';
import { useEffect, useId } from 'react';
import type { Elements } from '#ui/elements.ts';

interface ModalWindowProps {
  title: string;
  opener: Element | null;
  onClose: () => void;
  children: Elements;
}

/** Ids of the open windows. Escape closes the last one only. */
const openWindows: string[] = [];

export default function ModalWindow({ title, opener, onClose, children }: ModalWindowProps) {
  const { t, i18n } = useLingui();
  const id = useId();
  useEffect(() => {
    // The message area is outside the frame and stays operable.
    const frame = document.querySelector('[data-frame]');
    openWindows.push(id);
    frame?.toggleAttribute('inert', true);
    return () => {
      openWindows.splice(openWindows.indexOf(id), 1);
      frame?.toggleAttribute('inert', openWindows.length > 0);
      if (opener instanceof HTMLElement) opener.focus();
    };
  }, [id, opener]);
  useWindowEvent('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing) return;
    if (openWindows.at(-1) !== id) return;
    event.preventDefault();
    onClose();
  });
  return (
    <Modal.Root opened onClose={onClose}>
      <Modal.Overlay />
      <Modal.Content lang={i18n.locale}>
        {/* Without the role, a `header` outside of sections would be a landmark of the page. */}
        <Modal.Header role="none">
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label={t`Close`} />
        </Modal.Header>
        <Modal.Body ref={markFirstField}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

function markFirstField(body: HTMLElement | null): void {
  if (body?.querySelector('[data-autofocus]')) return;
  body?.querySelector(':is(input, select, textarea):enabled')?.setAttribute('data-autofocus', '');
}
