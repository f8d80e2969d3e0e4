import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useQuery } from '#ui/calls/use-query.ts';
import styles from './account-area.module.css';
import { ServerPart } from './server-part.tsx';

const AccountDialogs = lazy(() => import('./account-dialogs.tsx'));

/** Signed-in account, its links, and the way to sign out. */
export function AccountArea() {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const { data: user, reload, poll } = useQuery('currentUser', {}, { silent: true });
  const [isLeaving, setLeaving] = useState(false);
  // Until the answer is there, who comes to the staff's pages counts as staff: nothing jumps then.
  const isStaff = user
    ? user.roles.some((role) => role !== 'requester')
    : /^\/(desk|charts)\b/.test(pathname);

  return (
    <ServerPart name="account">
      <nav className={styles.area} aria-label={t`Account`}>
        {/* Its place is there before the answer: nothing jumps then. */}
        <span className={styles.address} title={user?.email}>
          {user?.email}
        </span>
        <Link to="/home/data-acquisition">
          <Trans>My applications</Trans>
        </Link>
        {isStaff && (
          <>
            <Link to="/desk">
              <Trans>Desk</Trans>
            </Link>
            <Link to="/charts">
              <Trans>Charts</Trans>
            </Link>
          </>
        )}
        <button type="button" onClick={() => setLeaving(true)}>
          <Trans>Log out</Trans>
        </button>
        <Suspense>
          <AccountDialogs
            session={user}
            onAsk={(isAttended) => (isAttended ? reload() : poll())}
            isLeaving={isLeaving}
            onStay={() => setLeaving(false)}
          />
        </Suspense>
      </nav>
    </ServerPart>
  );
}
