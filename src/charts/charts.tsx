import { Trans, useLingui } from '@lingui/react/macro';
import { Navigate, Outlet, useMatches } from 'react-router-dom';
import { useSession } from '#ui/calls/session.ts';
import type { PageHandle } from '#ui/frame/lazy-page.ts';
import { Page } from '#ui/frame/page.tsx';
import { usePageQuery } from '#ui/frame/page-query.tsx';
import { ToSignIn } from '#ui/frame/to-sign-in.tsx';
import styles from './charts.module.css';
import { RolesContext, useIsAdmitted } from './use-staff.ts';

/** Pages under /charts, for staff. With `PUBLIC_CHARTS`, pages without figures are public. */
export default function Charts() {
  const { token } = useSession();
  const { data: config, fallback } = usePageQuery('config', {}, { cache: true });
  if (!config) return fallback;
  if (token) return <ForAccount isPublic={config.publicCharts} />;
  if (config.publicCharts) return <Diagrams />;
  return <ToSignIn />;
}

function ForAccount({ isPublic }: { isPublic: boolean }) {
  const { t } = useLingui();
  const { data: user, fallback } = usePageQuery('currentUser', {});
  if (!user) return fallback;
  // The desk asks for the second factor and redirects back here.
  if (user.secondFactor === 'code' || user.secondFactor === 'setUp')
    return <ToSignIn by="/desk/second-factor" />;
  if (isPublic || user.roles.some((role) => role !== 'requester'))
    return (
      <RolesContext value={user.roles}>
        <Diagrams />
      </RolesContext>
    );
  return (
    <Page title={t`The charts are for staff`}>
      <p>
        <Trans>You are signed in as {user.email}, which is not a staff account.</Trans>
      </p>
    </Page>
  );
}

function Diagrams() {
  const { access } = (useMatches().at(-1)?.handle ?? {}) as Partial<PageHandle>;
  const isAdmitted = useIsAdmitted(access ?? 'staff');
  if (access && !isAdmitted) return <Navigate to="/404" replace />;
  return (
    <div className={styles.charts}>
      <Outlet />
    </div>
  );
}
