import { useLingui } from '@lingui/react/macro';
import { useActorRef, useSelector } from '@xstate/react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { rolesByAccess } from '#contract/staff-roles.ts';
import { RoadPicture } from '#portal/road-picture.tsx';
import { Glyph } from '#ui/brand/glyph.tsx';
import type { CallInput } from '#ui/calls/call-types.ts';
import { loginToken, useSession } from '#ui/calls/session.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { isFormPage, Page } from '#ui/frame/page.tsx';
import { showMessage } from '#ui/messages/messages.ts';
import { Notice } from '#ui/messages/notice.tsx';
import {
  clearSentCode,
  portalLoginMachine,
  redirectAddress,
  restoredLogin,
} from './login-machine.ts';
import styles from './login-page.module.css';
import { CodeStep, EmailStep, LockedStep } from './login-steps.tsx';

// Loaded separately to keep the sign-in page within its budget.
const load = () => import('./other-sign-ins.tsx');
const LiftLock = lazy(async () => ({ default: (await load()).LiftLock }));
const CompanySignIn = lazy(async () => ({ default: (await load()).CompanySignIn }));
const CompanyReturn = lazy(async () => ({ default: (await load()).CompanyReturn }));

export default function LoginPage() {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const wanted = search.get('redirectUrl');
  const { hash } = useLocation();
  const navigate = useNavigate();
  // In the fragment of the mailed link, which servers and logs never see.
  const liftToken = new URLSearchParams(hash.slice(1)).get('lift');
  const [companyAnswer, setCompanyAnswer] = useState(() => companyAnswerIn(search));
  const [wantedThere, setWantedThere] = useState<string | null>();
  const [wasSignedIn] = useState(() => loginToken() !== undefined);
  const { ending, reason } = useSession();
  const { data: config } = useQuery('config', {}, { cache: true, silent: true });
  const [snapshot] = useState(restoredLogin);
  const login = useActorRef(portalLoginMachine, snapshot ? { snapshot } : {});
  const isAtCode = useSelector(login, (snapshot) => snapshot.matches('code'));
  const isLocked = useSelector(login, (snapshot) => snapshot.matches('locked'));
  const isWelcome = useSelector(login, (snapshot) => snapshot.matches('welcome'));
  useEffect(() => {
    if (!isAtCode) clearSentCode();
  }, [isAtCode]);
  const startAnew = () => {
    setCompanyAnswer(null);
    navigate('/login', { replace: true });
  };

  if (wantedThere !== undefined) return <WelcomeStep wanted={wantedThere} />;
  if (companyAnswer)
    return (
      <Page title={t`Sign in`}>
        <Suspense fallback={<FullScreenLoader />}>
          <CompanyReturn answer={companyAnswer} onSignedIn={setWantedThere} onClose={startAnew} />
        </Suspense>
      </Page>
    );
  if (wasSignedIn && liftToken === null) return <Navigate to={redirectAddress(wanted)} replace />;
  if (isWelcome) return <WelcomeStep wanted={wanted} />;
  return (
    <div className={`stack ${styles.page}`}>
      <Page
        title={isAtCode ? t`Enter your code` : t`Sign in`}
        lead={!isAtCode && t`No password: we send a verification code to your e-mail address.`}
      >
        {/* Inert until the script runs, because earlier input would be lost. */}
        <div inert={typeof document === 'undefined'}>
          {ending === 'expired' && !isAtCode && (
            <Notice kind="info" title={reason ?? t`Your session has ended.`}>
              {isFormPage(wanted?.split(/[?#]/)[0] ?? '') && <p>{t`Your input is kept.`}</p>}
            </Notice>
          )}
          {liftToken !== null ? (
            <Suspense>
              <LiftLock token={liftToken} onClose={startAnew} />
            </Suspense>
          ) : (
            <>
              {isLocked && <LockedStep login={login} />}
              {isAtCode && <CodeStep login={login} />}
              {!isLocked && !isAtCode && <EmailStep login={login} />}
            </>
          )}
        </div>
        {liftToken === null && config?.companySignIn && (
          <Suspense>
            <CompanySignIn wanted={wanted} holder={config.holderName} />
          </Suspense>
        )}
      </Page>
      <Promises />
    </div>
  );
}

function Promises() {
  const { t } = useLingui();
  const promises = [
    {
      glyph: 'lock',
      title: t`Only yours`,
      text: t`Data from the time in which the car was yours, in a file that only your password opens.`,
    },
    {
      glyph: 'clock',
      title: t`You always know what comes next`,
      text: t`Every step has a date, and we e-mail you when you need to act.`,
    },
    {
      glyph: 'check',
      title: t`Free of charge for users`,
      text: t`A right under the EU Data Act, for owners and for drivers who lease or rent.`,
    },
  ] as const;
  return (
    <aside className={styles.promises} aria-label={t`What you can rely on`}>
      <p>{t`Your car’s data, in your hands`}</p>
      <ul className="plain">
        {promises.map(({ glyph, title, text }) => (
          <li key={glyph} className="marked">
            <Glyph name={glyph} />
            <div>
              <b>{title}</b>
              <p>{text}</p>
            </div>
          </li>
        ))}
      </ul>
      <RoadPicture viewBox="800 30 640 280" />
    </aside>
  );
}

function WelcomeStep({ wanted }: { wanted: string | null }) {
  const { t } = useLingui();
  const { data: user, isFailed } = useQuery('currentUser', wanted === null ? {} : null, {
    silent: true,
  });
  useEffect(() => showMessage({ kind: 'notice', text: t`Welcome. You are signed in.` }), [t]);
  if (wanted === null && !user && !isFailed) return <FullScreenLoader />;
  const may = (access: 'desk' | 'staff') =>
    user !== undefined && rolesByAccess[access].some((role) => user.roles.includes(role));
  if (may('desk')) return <Navigate to="/desk" replace />;
  return <Navigate to={may('staff') ? '/charts' : redirectAddress(wanted)} replace />;
}

function companyAnswerIn(search: URLSearchParams): CallInput<'companyLogin'> | null {
  const parameter = (name: string) => search.get(name) ?? undefined;
  const state = parameter('state');
  const [code, error, iss] = [parameter('code'), parameter('error'), parameter('iss')];
  if (!state || !(code || error)) return null;
  return { state, ...(code && { code }), ...(error && { error }), ...(iss && { iss }) };
}
