import { useLingui } from '@lingui/react/macro';
import { useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Glyph } from '#ui/brand/glyph.tsx';
import type { Elements } from '#ui/elements.ts';
import styles from './dialog.module.css';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: Elements;
}

/**
 * A modal dialog: the browser's own, which keeps the focus inside and gives it back. It stands apart
 * from the page, so that the looks of the place it was opened from do not reach it.
 */
export function Dialog({ title, onClose, children }: DialogProps) {
  const { t } = useLingui();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    const opener = document.activeElement as HTMLElement | null;
    element?.showModal();
    element?.querySelector<HTMLElement>('[data-first]')?.focus();
    return () => {
      element?.close();
      opener?.focus();
    };
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.head}>
        <h2 id={titleId}>{title}</h2>
        <button type="button" onClick={onClose} aria-label={t`Close`}>
          <Glyph name="close" />
        </button>
      </div>
      {children}
    </dialog>,
    document.body,
  );
}
