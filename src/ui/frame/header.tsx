import { Trans, useLingui } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { createPath, Link, NavLink, useLocation } from 'react-router-dom';
import { AccountButton } from '#ui/account/account-button.tsx';
import { Mark } from '#ui/brand/glyph.tsx';
import { useSession } from '#ui/calls/session.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { LanguageSwitch, type LanguageSwitchProps } from '#ui/language/language-switch.tsx';
import { whenIdle } from '#ui/when-idle.ts';
import styles from './frame.module.css';
import { DemonstrationChip, installation } from './installation.tsx';
import { PageBoundary } from './page.tsx';

export function Header({ consent, onAsked }: LanguageSwitchProps) {
  const { token } = useSession();
  const { holder } = installation();
  return (
    <header className={styles.header}>
      <div className={`page-width ${styles.inner}`}>
        <Link to="/role" className={styles.wordmark}>
          <Mark />
          <span>
            {holder && <span className={styles.holder}>{holder}</span>}
            <Trans>
              Vehicle <b>data access</b>
            </Trans>
          </span>
        </Link>
        <DemonstrationChip />
        {token ? (
          <AccountArea consent={consent} onAsked={onAsked} />
        ) : (
          <SignIn consent={consent} onAsked={onAsked} />
        )}
      </div>
      <div className={styles.lane} aria-hidden="true" />
    </header>
  );
}

function SignIn(props: LanguageSwitchProps) {
  const { t } = useLingui();
  const here = useLocation();
  // On the sign-in page itself, the link keeps the URL to return to.
  const to = here.pathname === '/login' ? createPath(here) : '/login';
  return (
    <>
      <LanguageSwitch {...props} />
      <nav className={styles.places} aria-label={t`Account`}>
        <NavLink to={to}>{t`Sign in`}</NavLink>
      </nav>
    </>
  );
}

// After the page, because the code that positions the menu is large.
const AccountMenu = lazy(async () => {
  await whenIdle();
  return import('#ui/account/account-menu.tsx');
});

function AccountArea(props: LanguageSwitchProps) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const { data: user } = useQuery('currentUser', {}, { silent: true });
  // Until the user is loaded, the URL decides which links are shown, so that the layout is stable.
  const isStaff = user
    ? user.roles.some((role) => role !== 'requester')
    : /^\/(desk|charts)\b/.test(pathname);
  const hasCar = Boolean(user?.vehicles?.length);

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
      <PageBoundary
        address={pathname}
        fallback={<AccountButton email={user?.email} onClick={() => location.reload()} />}
      >
        <Suspense fallback={<AccountButton email={user?.email} disabled />}>
          <AccountMenu {...props} />
        </Suspense>
      </PageBoundary>
    </>
  );
}
