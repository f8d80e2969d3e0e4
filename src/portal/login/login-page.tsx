import { Trans, useLingui } from '@lingui/react/macro';
import { useActorRef, useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { loginToken, useSession } from '#ui/calls/session.ts';
import { Page } from '#ui/frame/page.tsx';
import { Notice } from '#ui/messages/notice.tsx';
import { CodeStep } from './code-step.tsx';
import { CompanyReturn, companyAnswerIn } from './company-return.tsx';
import { CompanySignIn } from './company-sign-in.tsx';
import { EmailStep } from './email-step.tsx';
import { LiftLock, liftTokenIn } from './lift-lock.tsx';
import { LockedStep } from './locked-step.tsx';
import { portalLoginMachine } from './login-actors.ts';
import styles from './login-page.module.css';
import { redirectAddress } from './redirect-address.ts';
import { forgetSentCode, keepSentCode, restoredLogin } from './restored-login.ts';
import { WelcomeStep } from './welcome-step.tsx';

/** Sign-in by e-mailed code, and of staff at their company. */
export default function LoginPage() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const wanted = search.get('redirectUrl');
  const { hash } = useLocation();
  const navigate = useNavigate();
  const liftToken = liftTokenIn(hash);
  const [companyAnswer, setCompanyAnswer] = useState(() => companyAnswerIn(search));
  const [wantedThere, setWantedThere] = useState<string | null>();
  const [wasSignedIn] = useState(() => loginToken() !== undefined);
  const { ending, reason } = useSession();
  const [snapshot] = useState(restoredLogin);
  const login = useActorRef(portalLoginMachine, snapshot ? { snapshot } : {});
  const isAtCode = useSelector(login, (snapshot) => snapshot.matches('code'));
  const isLocked = useSelector(login, (snapshot) => snapshot.matches('locked'));
  const isWelcome = useSelector(login, (snapshot) => snapshot.matches('welcome'));
  const email = useSelector(login, ({ context }) => context.email);
  useEffect(() => {
    if (!isAtCode) forgetSentCode();
    else if (!snapshot) keepSentCode(email);
  }, [isAtCode, snapshot, email]);
  const startAnew = () => {
    setCompanyAnswer(null);
    navigate('/login', { replace: true });
  };

  if (wantedThere !== undefined) return <WelcomeStep wanted={wantedThere} />;
  if (companyAnswer)
    return (
      <Page title={t`Sign in`}>
        <div className={`panel ${styles.panel}`}>
          <CompanyReturn answer={companyAnswer} onSignedIn={setWantedThere} onClose={startAnew} />
        </div>
      </Page>
    );
  if (wasSignedIn && liftToken === null) return <Navigate to={redirectAddress(wanted)} replace />;
  if (isWelcome) return <WelcomeStep wanted={wanted} />;
  return (
    <Page
      title={t`Sign in`}
      lead={<Trans>No password: we send a verification code to your e-mail address.</Trans>}
    >
      {/* Prerendered it cannot be used yet: what was typed would be lost. */}
      <div className={`panel ${styles.panel}`} inert={typeof document === 'undefined'}>
        {ending === 'expired' && !isAtCode && (
          <Notice kind="info" title={reason ?? t`Your session has ended.`}>
            <Trans>What you have typed stays.</Trans>
          </Notice>
        )}
        {liftToken !== null ? (
          <LiftLock token={liftToken} onClose={startAnew} />
        ) : (
          <>
            {isLocked && <LockedStep login={login} />}
            {isAtCode && <CodeStep login={login} />}
            {!isLocked && !isAtCode && <EmailStep login={login} />}
          </>
        )}
      </div>
      {liftToken === null && <CompanySignIn wanted={wanted} />}
    </Page>
  );
}
