import { Trans, useLingui } from '@lingui/react/macro';
import { Menu } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { type ComponentProps, lazy, Suspense, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { languages } from '#contract/languages.ts';
import type { User } from '#contract/user-info.ts';
import { type LanguageSwitchProps, useLanguageChoice } from '#ui/language/language-switch.tsx';
import styles from './frame.module.css';
import type { SessionWarningProps } from './session-warning.tsx';

// Apart from the sign-in page, whose budget has no room for dialogs.
const AccountDialogs = lazy(() => import('./account-dialogs.tsx'));

interface AccountMenuProps extends LanguageSwitchProps {
  /** Undefined until the server has answered. */
  user: User | undefined;
  onAsk: SessionWarningProps['onAsk'];
}

/** Language, cookies, sessions and the way out; with the dialogs of the account. */
export function AccountMenu({ user, onAsk, ...language }: AccountMenuProps) {
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
        {/* First the focus, so that a dialog returns it to the button. */}
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
            <Trans>Cookie settings</Trans>
          </Menu.Item>
          <Menu.Item component={Link} to="/home/sessions">
            <Trans>Your sessions in other browsers</Trans>
          </Menu.Item>
          <Menu.Item onClick={() => setLeaving(true)}>
            <Trans>Log out</Trans>
          </Menu.Item>
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
