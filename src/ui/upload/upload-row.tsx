import { Trans, useLingui } from '@lingui/react/macro';
import { Progress } from '@mantine/core';
import '@mantine/core/styles/Progress.layer.css';
import { useSelector } from '@xstate/react';
import { useLayoutEffect, useRef } from 'react';
import type { UploadRef } from '#machines/upload.machine.ts';
import { Glyph } from '#ui/brand/glyph.tsx';
import { formatSize } from '#ui/format/numbers.ts';
import styles from './upload-area.module.css';

interface UploadRowProps {
  upload: UploadRef;
  onRemove: () => void;
  /** Called when the row goes while the focus is in it. */
  onFocusLost: () => void;
}

/** One file: how far it is, and what can be done about it. */
export function UploadRow({ upload, onRemove, onFocusLost }: UploadRowProps) {
  const row = useRef<HTMLLIElement>(null);
  const lost = useRef(onFocusLost);
  lost.current = onFocusLost;
  useLayoutEffect(() => {
    const element = row.current;
    return () => {
      if (element?.contains(document.activeElement)) lost.current();
    };
  }, []);
  const { t, i18n } = useLingui();
  const snapshot = useSelector(upload, (current) => current);
  const { file, share, message } = snapshot.context;
  const percent = Math.round(share * 100);
  const { name } = file;
  return (
    <li ref={row} className={styles.row}>
      <Glyph name={snapshot.matches('uploaded') ? 'check' : 'file'} />
      <div className={styles.what}>
        <span className={styles.name}>{name}</span>{' '}
        <span className={styles.size}>{formatSize(file.size, i18n.locale)}</span>
        <div role="status" className={styles.state}>
          {snapshot.matches('queued') && <Trans>Waiting</Trans>}
          {snapshot.matches('uploaded') && <Trans>Uploaded</Trans>}
          {snapshot.matches('cancelled') && <Trans>Cancelled</Trans>}
          {snapshot.matches('failed') && (
            <span className="error">{message ?? t`File upload failed, please try again!`}</span>
          )}
        </div>
        {snapshot.matches('uploading') && (
          <Progress value={percent} aria-label={t`Upload of ${name}`} />
        )}
      </div>
      <div className={styles.actions}>
        {snapshot.can({ type: 'upload.cancel' }) && (
          <button type="button" onClick={() => upload.send({ type: 'upload.cancel' })}>
            <Trans>Cancel</Trans>
            <span className="visually-hidden">{` ${name}`}</span>
          </button>
        )}
        {snapshot.can({ type: 'upload.retry' }) && (
          <button type="button" onClick={() => upload.send({ type: 'upload.retry' })}>
            <Trans>Retry</Trans>
            <span className="visually-hidden">{` ${name}`}</span>
          </button>
        )}
        <button type="button" onClick={onRemove}>
          <Trans>Remove</Trans>
          <span className="visually-hidden">{` ${name}`}</span>
        </button>
      </div>
    </li>
  );
}
