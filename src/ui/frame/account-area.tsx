import { Trans, useLingui } from '@lingui/react/macro';
import { NavLink, useLocation } from 'react-router-dom';
import { useQuery } from '#ui/calls/use-query.ts';
import type { LanguageSwitchProps } from '#ui/language/language-switch.tsx';
import { AccountMenu } from './account-menu.tsx';
import styles from './frame.module.css';
import { ServerPart } from './server-part.tsx';

/** Places of the signed-in account, and its menu. */
export function AccountArea(props: LanguageSwitchProps) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const { data: user, reload, poll } = useQuery('currentUser', {}, { silent: true });
  // Until the answer has come, the address decides, so that links do not appear later.
  const isStaff = user
    ? user.roles.some((role) => role !== 'requester')
    : /^\/(desk|charts)\b/.test(pathname);

  return (
    <ServerPart name="account">
      <nav className={styles.places} aria-label={t`Account`}>
        <NavLink to="/home/data-acquisition">
          <Trans>My applications</Trans>
        </NavLink>
        {isStaff && (
          <>
            <NavLink to="/desk">
              <Trans>Desk</Trans>
            </NavLink>
            <NavLink to="/charts">
              <Trans>Charts</Trans>
            </NavLink>
          </>
        )}
      </nav>
      <AccountMenu
        {...props}
        user={user}
        onAsk={(isAttended) => (isAttended ? reload() : poll())}
      />
    </ServerPart>
  );
}
