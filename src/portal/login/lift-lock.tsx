import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '#ui/calls/call.ts';
import { Refused } from '#ui/calls/refused.ts';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './login-page.module.css';

type Progress = 'offered' | 'lifting' | 'lifted' | { refused: string | null };

/** Token of the link in the mail about a lock: behind the `#`, which no server and no log sees. */
export function liftTokenIn(hash: string): string | null {
  return new URLSearchParams(hash.replace(/^#/, '')).get('lift');
}

/**
 * Lifts the lock of sign-in for who followed the link in the mail about it. By a button, so that
 * no program that looks at links in mails does it.
 */
export function LiftLock({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useLingui();
  const [progress, setProgress] = useState<Progress>('offered');

  async function lift() {
    setProgress('lifting');
    try {
      await call('liftLock', { token }, { silent: true });
      setProgress('lifted');
    } catch (error) {
      setProgress({ refused: error instanceof Refused ? error.message : null });
    }
  }

  const isDone = progress === 'lifted' || typeof progress === 'object';
  return (
    <div className={`stack ${styles.form}`}>
      {progress === 'lifted' && (
        <Notice kind="good" title={t`Sign-in is no longer blocked`}>
          <Trans>
            You can ask for a code again. From now on, wrong codes entered by others do not block
            this browser.
          </Trans>
        </Notice>
      )}
      {typeof progress === 'object' && (
        <Notice kind="error">
          <span>{progress.refused ?? t`Network error`}</span>
        </Notice>
      )}
      {!isDone && (
        <Notice kind="info" title={t`Sign-in is blocked`}>
          <Trans>
            You followed the link in our e-mail: the mailbox is yours, and you can lift the block.
          </Trans>
        </Notice>
      )}
      <div className="row">
        {isDone ? (
          <Button onClick={onClose}>
            <Trans>Continue to sign-in</Trans>
          </Button>
        ) : (
          <Button loading={progress === 'lifting'} onClick={lift}>
            <Trans>Lift the block</Trans>
          </Button>
        )}
      </div>
    </div>
  );
}
