import { Trans, useLingui } from '@lingui/react/macro';
import { NavLink, useLocation } from 'react-router-dom';
import { call } from '#ui/calls/call.ts';
import { queryClient } from '#ui/calls/query-client.ts';
import { queryOf, useQuery } from '#ui/calls/use-query.ts';
import type { LanguageSwitchProps } from '#ui/language/language-switch.tsx';
import { AccountMenu } from './account-menu.tsx';
import styles from './frame.module.css';
import { ServerPart } from './server-part.tsx';

/** Places of the signed-in account, and its menu. */
export function AccountArea(props: LanguageSwitchProps) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const { data: user, reload } = useQuery('currentUser', {}, { silent: true });
  // Until the answer has come, the address decides, so that links do not appear later.
  const isStaff = user
    ? user.roles.some((role) => role !== 'requester')
    : /^\/(desk|charts)\b/.test(pathname);

  /** Loads the session as the person's own call, which extends it; `reload` does not. */
  const attend = () =>
    void call('currentUser', {}, { silent: true }).then(
      (fresh) => queryClient.setQueryData(queryOf('currentUser', {}).queryKey, fresh),
      () => {},
    );

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
        onAsk={(isAttended) => (isAttended ? attend() : reload())}
      />
    </ServerPart>
  );
}
