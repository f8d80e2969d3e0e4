import { Trans, useLingui } from '@lingui/react/macro';
import { createPath, NavLink, useLocation } from 'react-router-dom';
import styles from './account-area.module.css';
import { ServerPart } from './server-part.tsx';

/** Link to the sign-in, in the header of who is not signed in. */
export function SignInLink() {
  const { t } = useLingui();
  const here = useLocation();
  // On the sign-in page itself, the address to return to stays.
  const to = here.pathname === '/login' ? createPath(here) : '/login';
  return (
    <ServerPart name="sign-in">
      <nav className={styles.area} aria-label={t`Account`}>
        <NavLink to={to}>
          <Trans>Sign in</Trans>
        </NavLink>
      </nav>
    </ServerPart>
  );
}
