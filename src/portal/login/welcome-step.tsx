import { useLingui } from '@lingui/react/macro';
import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { rolesByAccess } from '#contract/staff-roles.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { FullScreenLoader } from '#ui/frame/loading.tsx';
import { showMessage } from '#ui/messages/messages.ts';
import { redirectAddress } from './redirect-address.ts';

/** Says welcome and leads on to where the person wanted to go; staff who did not say, to the desk or the charts. */
export function WelcomeStep({ wanted }: { wanted: string | null }) {
  const { t } = useLingui();
  const { data: user, isFailed } = useQuery(
    'currentUser',
    wanted === null ? {} : null,
    // The page it leads to tells what is wrong.
    { silent: true },
  );
  useEffect(() => showMessage({ kind: 'notice', text: t`Welcome. You are signed in.` }), [t]);
  if (wanted === null && !user && !isFailed) return <FullScreenLoader />;
  const may = (access: 'desk' | 'staff') =>
    user !== undefined && rolesByAccess[access].some((role) => user.roles.includes(role));
  if (may('desk')) return <Navigate to="/desk" replace />;
  return <Navigate to={may('staff') ? '/charts' : redirectAddress(wanted)} replace />;
}
