import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useEffect, useState } from 'react';
import {
  Navigate,
  NavLink,
  Outlet,
  useLocation,
  useMatches,
  useSearchParams,
} from 'react-router-dom';
import type { User } from '#contract/user-info.ts';
import { handleFreshFactor } from '#ui/calls/call.ts';
import { useSession } from '#ui/calls/session.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { lazyPage, type PageHandle } from '#ui/frame/lazy-page.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { Page, PageFailed } from '#ui/frame/page.tsx';
import { Tabs } from '#ui/frame/tabs.tsx';
import { ToSignIn } from '#ui/frame/to-sign-in.tsx';
import styles from './desk.module.css';
import { isOpenTo, StaffContext, useStaff } from './staff-context.ts';
import { useUndoable } from './undo/use-undoable.ts';

const GiveFactor = lazyPage('office', () => import('./second-factor/give-factor-page.tsx'));
const SetUpFactor = lazyPage('office', () => import('./second-factor/set-up-factor-page.tsx'));
const FreshFactorDialog = lazy(() => import('./second-factor/fresh-factor-dialog.tsx'));
const UndoBar = lazyPage('seldom', () => import('./undo/undo-bar.tsx'));

export default function Desk() {
  const { token } = useSession();
  return token ? <DeskEntrance /> : <ToSignIn />;
}

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

export function FreshFactor() {
  const [answer, setAnswer] = useState<(isGiven: boolean) => void>();
  useEffect(
    () =>
      handleFreshFactor(
        () =>
          new Promise((resolve) =>
            setAnswer(() => (isGiven: boolean) => {
              setAnswer(undefined);
              resolve(isGiven);
            }),
          ),
      ),
    [],
  );
  if (!answer) return null;
  return (
    <Suspense>
      <FreshFactorDialog onAnswer={answer} />
    </Suspense>
  );
}

function NotStaff({ user }: { user: Pick<User, 'email'> }) {
  const { t } = useLingui();
  const { data: config } = useQuery('config', {}, { cache: true, silent: true });
  return (
    <Page title={t`The desk is for the data holder’s staff`}>
      <p>{t`You are signed in as ${user.email}, which is not a staff account.`}</p>
      {config?.companySignIn && (
        <p>
          {t`If you have a company account for the desk, log out and sign in with that account.`}
        </p>
      )}
    </Page>
  );
}

function DeskRouting() {
  const { hasRole } = useStaff();
  const [address] = useSearchParams();
  const { pathname, handle } = useMatches().at(-1) ?? {};
  const [undoable] = useUndoable();
  const { key } = useLocation();
  // The space stays after the bar, because a page that moves up puts other buttons under a pointer.
  const [lastOffer, setLastOffer] = useState<string>();
  if (undoable && lastOffer !== key) setLastOffer(key);
  const here = pathname?.replace(/\/$/, '');
  const wanted = /^\/charts([/?#]|$).*/.exec(address.get('redirectUrl') ?? '')?.[0];
  if (wanted && here === '/desk/second-factor') return <Navigate to={wanted} replace />;
  const { access } = (handle ?? {}) as Partial<PageHandle>;
  if (access && !hasRole(access))
    return <Navigate to={here === '/desk' ? '/desk/second-factor' : '/404'} replace />;
  return (
    <div className={styles.desk}>
      <DeskNavigation />
      {key === lastOffer && (
        <div className={styles.undo}>
          <Suspense>
            {undoable && <UndoBar key={undoable.decided[0]?.until} {...undoable} />}
          </Suspense>
        </div>
      )}
      <Outlet />
    </div>
  );
}

function DeskNavigation() {
  const { t } = useLingui();
  const { hasRole } = useStaff();
  const pages = [
    ['', t`Applications`, 'desk'],
    ['/live-access', t`Live access`, 'desk'],
    ['/erasures', t`Erasure notices`, 'desk'],
    ['/staff', t`Staff`, 'desk'],
    ['/figures', t`Figures`, 'lead'],
    ['/templates', t`Templates`, 'lead'],
    ['/operation', t`Operation`, 'lead'],
    ['/audit', t`Audit log`, 'auditor'],
    ['/settings', t`Settings`, 'auditor'],
    ['/handbook', t`Handbook`, 'desk'],
    ['/mails', t`E-mails`, 'desk'],
    ['/second-factor', t`Second factor`, 'staff'],
  ] as const;
  return (
    <Tabs label={t`Desk`}>
      {pages
        .filter(([, , access]) => hasRole(access))
        .map(([path, label]) => (
          <NavLink key={path} to={`/desk${path}`} end={path === ''}>
            {label}
          </NavLink>
        ))}
    </Tabs>
  );
}
