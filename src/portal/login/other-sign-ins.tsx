import { useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { CompanySignInButton } from '#ui/account/company-sign-in-button.tsx';
import { BusyButton } from '#ui/calls/busy-button.tsx';
import { call } from '#ui/calls/call.ts';
import type { CallInput } from '#ui/calls/call-types.ts';
import { beginSession } from '#ui/calls/session.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './login-page.module.css';

export function CompanySignIn({ wanted, holder }: { wanted: string | null; holder: string }) {
  const { t } = useLingui();
  return (
    <section className={`stack ${styles.company}`} aria-labelledby="company-sign-in">
      <h2 id="company-sign-in">{t`For staff of ${{ holderName: holder }}`}</h2>
      <CompanySignInButton
        variant="default"
        input={wanted === null ? {} : { redirectUrl: wanted }}
      />
    </section>
  );
}

interface CompanyReturnProps {
  answer: CallInput<'companyLogin'>;
  onSignedIn: (wanted: string | null) => void;
  onClose: () => void;
}

export function CompanyReturn({ answer, onSignedIn, onClose }: CompanyReturnProps) {
  const { t } = useLingui();
  const [problem, setProblem] = useState<string | null>(null);
  const isSent = useRef(false);

  useEffect(() => {
    // An authorization code can be used only once.
    if (isSent.current) return;
    isSent.current = true;
    call('companyLogin', answer, { silent: true }).then(
      ({ token, redirectUrl }) => {
        beginSession(token);
        onSignedIn(redirectUrl);
      },
      (error: Error) => setProblem(error.message),
    );
  }, [answer, onSignedIn]);

  if (problem === null) return <FullScreenLoader />;
  return (
    <div className={`stack ${styles.form}`}>
      <Notice kind="error" title={t`You are not signed in`}>
        <p>{problem}</p>
      </Notice>
      <div className="row">
        <Button onClick={onClose}>{t`Continue to sign-in`}</Button>
      </div>
    </div>
  );
}

/** Requires a click, because mail scanners open links automatically. */
export function LiftLock({ token, onClose }: { token: string; onClose: () => void }) {
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
