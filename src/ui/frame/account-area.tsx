import { useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { NavLink, useLocation } from 'react-router-dom';
import { AccountButton } from '#ui/account/account-button.tsx';
import { call } from '#ui/calls/call.ts';
import { queryClient } from '#ui/calls/query-client.ts';
import { queryOf, useQuery } from '#ui/calls/use-query.ts';
import type { LanguageSwitchProps } from '#ui/language/language-switch.tsx';
import styles from './frame.module.css';

const AccountMenu = lazy(() => import('#ui/account/account-menu.tsx'));

export function AccountArea(props: LanguageSwitchProps) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const { data: user, reload } = useQuery('currentUser', {}, { silent: true });
  // Until the user is loaded, the URL decides which links are shown, so that none appears later.
  const isStaff = user
    ? user.roles.some((role) => role !== 'requester')
    : /^\/(desk|charts)\b/.test(pathname);
  const hasCar = Boolean(user?.vehicles?.length);

  /** Loads the session by an attended call, which extends it; `reload` does not. */
  const attend = () =>
    void call('currentUser', {}, { silent: true }).then(
      (fresh) => queryClient.setQueryData(queryOf('currentUser', {}).queryKey, fresh),
      () => {},
    );

  return (
    <>
      <nav className={styles.places} aria-label={t`Account`}>
        <NavLink to="/home/data-acquisition">{t`My applications`}</NavLink>
        {(!isStaff || hasCar) && <NavLink to="/home/live-access">{t`Live access`}</NavLink>}
        {isStaff && (
          <>
            <NavLink to="/desk">{t`Desk`}</NavLink>
            <NavLink to="/charts">{t`Charts`}</NavLink>
          </>
        )}
      </nav>
      <Suspense fallback={<AccountButton email={user?.email} disabled />}>
        <AccountMenu
          {...props}
          user={user}
          onAsk={(isAttended) => (isAttended ? attend() : reload())}
        />
      </Suspense>
    </>
  );
}
