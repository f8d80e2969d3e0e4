import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '#ui/calls/call.ts';
import { ApiError } from '#ui/calls/call-types.ts';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './login-page.module.css';

type Progress = 'offered' | 'lifting' | 'lifted' | { refused: string | null };

/** Requires a click, because mail scanners open links automatically. */
export default function LiftLock({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useLingui();
  const [progress, setProgress] = useState<Progress>('offered');

  async function lift() {
    setProgress('lifting');
    try {
      await call('liftLock', { token }, { silent: true });
      setProgress('lifted');
    } catch (error) {
      setProgress({ refused: error instanceof ApiError ? error.message : null });
    }
  }

  const isDone = progress === 'lifted' || typeof progress === 'object';
  return (
    <div className={`stack ${styles.form}`}>
      {progress === 'lifted' && (
        <Notice kind="good" title={t`Sign-in is no longer blocked`}>
          <p>{t`You can ask for a code again. From now on, wrong codes entered by others do not block this browser.`}</p>
        </Notice>
      )}
      {typeof progress === 'object' && (
        <Notice kind="error">
          <span>{progress.refused ?? t`Network error`}</span>
        </Notice>
      )}
      {!isDone && (
        <Notice kind="info" title={t`Sign-in is blocked`}>
          <p>{t`You followed the link in our e-mail: the mailbox is yours, and you can lift the block.`}</p>
        </Notice>
      )}
      <div className="row">
        {isDone ? (
          <Button onClick={onClose}>{t`Continue to sign-in`}</Button>
        ) : (
          <Button loading={progress === 'lifting'} onClick={lift}>{t`Lift the block`}</Button>
        )}
      </div>
    </div>
  );
}
