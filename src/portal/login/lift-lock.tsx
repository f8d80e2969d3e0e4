import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { BusyButton } from '#ui/calls/busy-button.tsx';
import { call } from '#ui/calls/call.ts';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './login-page.module.css';

/** Requires a click, because mail scanners open links automatically. */
export default function LiftLock({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useLingui();
  const [outcome, setOutcome] = useState<'lifted' | Error>();
  const lift = () =>
    call('liftLock', { token }, { silent: true }).then(() => setOutcome('lifted'), setOutcome);
  return (
    <div className={`stack ${styles.form}`}>
      {outcome === 'lifted' && (
        <Notice kind="good" title={t`Sign-in is no longer blocked`}>
          <p>{t`You can ask for a code again. From now on, wrong codes entered by others do not block this browser.`}</p>
        </Notice>
      )}
      {outcome instanceof Error && <Notice kind="error" title={outcome.message} />}
      {!outcome && (
        <Notice kind="info" title={t`Sign-in is blocked`}>
          <p>{t`You followed the link in our e-mail: the mailbox is yours, and you can lift the block.`}</p>
        </Notice>
      )}
      <div className="row">
        {outcome ? (
          <Button onClick={onClose}>{t`Continue to sign-in`}</Button>
        ) : (
          <BusyButton work={lift}>{t`Lift the block`}</BusyButton>
        )}
      </div>
    </div>
  );
}
