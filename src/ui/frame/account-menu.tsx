import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { useLingui } from '@lingui/react/macro';
import { Menu } from '@mantine/core';
import { type ComponentProps, lazy, Suspense, useRef, useState } from 'react';
import { Link, NavLink, useLocation } from 'react-router-dom';
import { languages } from '#contract/languages.ts';
import type { User } from '#contract/user-info.ts';
import { call } from '#ui/calls/call.ts';
import { queryClient } from '#ui/calls/query-client.ts';
import { queryOf, useQuery } from '#ui/calls/use-query.ts';
import { type LanguageSwitchProps, useLanguageChoice } from '#ui/language/language-switch.tsx';
import type { SessionWarningProps } from './account-dialogs.tsx';
import styles from './frame.module.css';
import { ServerPart } from './server-part.tsx';

/** Places of the signed-in account, and its menu. */
export function AccountArea(props: LanguageSwitchProps) {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const { data: user, reload } = useQuery('currentUser', {}, { silent: true });
  // Until the user is loaded the address decides, so that no links appear later.
  const isStaff = user
    ? user.roles.some((role) => role !== 'requester')
    : /^\/(desk|charts)\b/.test(pathname);

  /** Loads the session as a call of the person, which extends it; `reload` does not. */
  const attend = () =>
    void call('currentUser', {}, { silent: true }).then(
      (fresh) => queryClient.setQueryData(queryOf('currentUser', {}).queryKey, fresh),
      () => {},
    );

  return (
    <ServerPart name="account">
      <nav className={styles.places} aria-label={t`Account`}>
        <NavLink to="/home/data-acquisition">{t`My applications`}</NavLink>
        {isStaff && (
          <>
            <NavLink to="/desk">{t`Desk`}</NavLink>
            <NavLink to="/charts">{t`Charts`}</NavLink>
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

// Loaded separately to keep the sign-in page within its budget.
const AccountDialogs = lazy(() => import('./account-dialogs.tsx'));

interface AccountMenuProps extends LanguageSwitchProps {
  /** Undefined until the server has answered. */
  user: User | undefined;
  onAsk: SessionWarningProps['onAsk'];
}

/** Account menu: language, cookies, sessions and log-out. */
function AccountMenu({ user, onAsk, ...language }: AccountMenuProps) {
  const { t, i18n } = useLingui();
  const choose = useLanguageChoice(language);
  const [isLeaving, setLeaving] = useState(false);
  const button = useRef<HTMLButtonElement>(null);

  return (
    <>
      <Menu withinPortal={false} menuItemTabIndex={0}>
        <Menu.Target>
          <AccountButton ref={button} email={user?.email} />
        </Menu.Target>
        {/* Focuses the button first, so that dialogs return the focus to it. */}
        <Menu.Dropdown onClickCapture={() => button.current?.focus()}>
          <Menu.RadioGroup value={i18n.locale} onChange={choose} aria-label={t`Language`}>
            {Object.entries(languages).map(([code, name]) => (
              <Menu.RadioItem key={code} value={code} lang={code} closeMenuOnClick>
                {name}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
          <Menu.Item onClick={() => language.consent.send({ type: 'settings.open' })}>
            {t`Cookie settings`}
          </Menu.Item>
          <Menu.Item component={Link} to="/home/sessions">
            {t`Your sessions in other browsers`}
          </Menu.Item>
          <Menu.Item onClick={() => setLeaving(true)}>{t`Log out`}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Suspense>
        <AccountDialogs
          user={user}
          onAsk={onAsk}
          isLeaving={isLeaving}
          onStay={() => setLeaving(false)}
        />
      </Suspense>
    </>
  );
}

type AccountButtonProps = ComponentProps<'button'> & { email: string | undefined };

/** Button of the account's menu; on narrow screens it shows the initials only. */
function AccountButton({ email, className = '', ...button }: AccountButtonProps) {
  const { t } = useLingui();
  return (
    <button type="button" className={`${styles.account} ${className}`} {...button}>
      <span className={styles.initials} aria-hidden="true">
        {initialsOf(email)}
      </span>
      <span className={email ? styles.address : 'visually-hidden'}>{email ?? t`Account`}</span>
    </button>
  );
}

/** First letters of the first two parts of an address. */
function initialsOf(email = ''): string {
  const [first = '', second = ''] = (email.split('@')[0] ?? '').split(/[._-]/);
  return (first.slice(0, 1) + (second || first.slice(1)).slice(0, 1)).toUpperCase();
}
