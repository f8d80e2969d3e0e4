import { Trans, useLingui } from '@lingui/react/macro';
import { Navigate, Route, Routes, useSearchParams } from 'react-router-dom';
import type { User } from '#contract/user-info.ts';
import { useSession } from '#ui/calls/session.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { lazyPage } from '#ui/frame/lazy-page.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { ToSignIn } from '#ui/frame/to-sign-in.tsx';
import styles from './desk.module.css';
import { DeskNavigation } from './desk-navigation.tsx';
import { FreshFactor } from './second-factor/fresh-factor.tsx';
import { isOpenTo, StaffContext, useStaff } from './staff-context.ts';

const Queue = lazyPage('desk', () => import('./queue-page.tsx'));
const Erasures = lazyPage('desk', () => import('./erasure/erasure-ledger-page.tsx'));
const Case = lazyPage('desk', () => import('./case-page.tsx'));
const GiveFactor = lazyPage('desk', () => import('./second-factor/give-factor-page.tsx'));
const SetUpFactor = lazyPage('desk', () => import('./second-factor/set-up-factor-page.tsx'));
const SecondFactor = lazyPage('desk', () => import('./second-factor/second-factor-page.tsx'));
const Staff = lazyPage('desk', () => import('./staff/staff-page.tsx'));
const Figures = lazyPage('desk', () => import('./figures/figures-page.tsx'));
const Templates = lazyPage('desk', () => import('./templates/templates-page.tsx'));
const Operation = lazyPage('seldom', () => import('./operation/operation-page.tsx'));
const Settings = lazyPage('desk', () => import('./settings/settings-page.tsx'));
const Handbook = lazyPage('desk', () => import('./handbook/handbook-page.tsx'));
const Mails = lazyPage('desk', () => import('./mails/mails-page.tsx'));
const Audit = lazyPage('seldom', () => import('./audit/audit-page.tsx'));

/** Everything under /desk: for the data holder's staff only. */
export default function Desk() {
  const { token } = useSession();
  return token ? <DeskEntrance /> : <ToSignIn />;
}

/** Lets staff in who gave what their sign-in asks. */
function DeskEntrance() {
  const { data: user, isFailed, reload } = useQuery('currentUser', {});
  if (isFailed) return <PageFailed onRetry={reload} />;
  if (!user) return <FullScreenLoader />;
  if (!isOpenTo(user, 'staff')) return <NotStaff user={user} />;
  return (
    <StaffContext value={{ user, reload }}>
      {user.secondFactor === 'code' && <GiveFactor />}
      {user.secondFactor === 'setUp' && <SetUpFactor />}
      {(user.secondFactor === 'given' || user.secondFactor === 'notNeeded') && <DeskRouting />}
      <FreshFactor />
    </StaffContext>
  );
}

function NotStaff({ user }: { user: Pick<User, 'email'> }) {
  const { t } = useLingui();
  const { data: config } = useQuery('config', {}, { cache: true, silent: true });
  return (
    <Page title={t`The desk is for the data holder’s staff`}>
      <p>
        <Trans>You are signed in as {user.email}, which is not a staff account.</Trans>
      </p>
      {config?.companySignIn && (
        <p>
          <Trans>
            If you have a company account for the desk, log out and sign in with that account.
          </Trans>
        </p>
      )}
    </Page>
  );
}

function DeskRouting() {
  const { may } = useStaff();
  const [address] = useSearchParams();
  const wanted = /^\/charts([/?#]|$).*/.exec(address.get('redirectUrl') ?? '')?.[0];
  const applications = may('desk') && (
    <>
      <Route index element={<Queue />} />
      <Route path="applications/:number" element={<Case />} />
      <Route path="erasures" element={<Erasures />} />
      <Route path="staff" element={<Staff />} />
      <Route path="handbook" element={<Handbook />} />
      <Route path="mails" element={<Mails />} />
    </>
  );
  return (
    <div className={styles.desk}>
      <DeskNavigation />
      <Routes>
        {applications || <Route index element={<Navigate to="/desk/second-factor" replace />} />}
        {may('lead') && <Route path="templates" element={<Templates />} />}
        {may('lead') && <Route path="operation" element={<Operation />} />}
        {may('lead') && <Route path="figures" element={<Figures />} />}
        {may('auditor') && <Route path="audit" element={<Audit />} />}
        {may('auditor') && <Route path="settings" element={<Settings />} />}
        <Route
          path="second-factor"
          element={wanted ? <Navigate to={wanted} replace /> : <SecondFactor />}
        />
        <Route path="second-factor/set-up" element={<SetUpFactor />} />
        <Route path="*" element={<Navigate to="/404" replace />} />
      </Routes>
    </div>
  );
}
