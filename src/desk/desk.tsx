import { Trans, useLingui } from '@lingui/react/macro';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { useSession } from '#ui/calls/session.ts';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { FullScreenLoader } from '#ui/frame/full-screen-loader.tsx';
import { lazyPage } from '#ui/frame/lazy-page.ts';
import { Page, PageFailed } from '#ui/frame/page.tsx';

const Queue = lazyPage('desk', () => import('./queue-page.tsx'));
const Erasures = lazyPage('desk', () => import('./erasure/erasure-ledger-page.tsx'));
const Case = lazyPage('desk', () => import('./case-page.tsx'));

/** Everything under /desk: for the data holder's reviewers only. */
export default function Desk() {
  const { token } = useSession();
  const { pathname, search } = useLocation();
  if (token) return <DeskRouting />;
  return <Navigate to={`/login?redirectUrl=${encodeURIComponent(pathname + search)}`} replace />;
}

function DeskRouting() {
  const { t } = useLingui();
  const { data: user, isFailed, reload } = useAnswer('currentUser', {});
  if (isFailed) return <PageFailed onRetry={reload} />;
  if (!user) return <FullScreenLoader />;
  if (!user.roles.includes('reviewer'))
    return (
      <Page title={t`The desk is for reviewers`}>
        <p>
          <Trans>You are signed in as {user.email}, which is not an account of a reviewer.</Trans>
        </p>
      </Page>
    );
  return (
    <Routes>
      <Route index element={<Queue />} />
      <Route path="applications/:number" element={<Case />} />
      <Route path="erasures" element={<Erasures />} />
      <Route path="*" element={<Navigate to="/404" replace />} />
    </Routes>
  );
}
