import { Trans, useLingui } from '@lingui/react/macro';
import { Menu } from '@mantine/core';
import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { languages } from '#contract/languages.ts';
import type { User } from '#contract/user-info.ts';
import { call } from '#ui/calls/call.ts';
import { endSession } from '#ui/calls/session.ts';
import { ConfirmDialog } from '#ui/dialog/dialog.tsx';
import { saveDrafts } from '#ui/form/drafts.ts';
import { type LanguageSwitchProps, useLanguageChoice } from '#ui/language/language-switch.tsx';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './frame.module.css';
import { SessionWarning, type SessionWarningProps } from './session-warning.tsx';

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
  const account = user?.id;
  /** Input that would be lost by logging out. */
  const [isUnsaved, setUnsaved] = useState(false);
  useEffect(() => {
    // Also when the account is known: an earlier page load may have left input that is not saved.
    if (account) void saveDrafts(account).then((isSaved) => setUnsaved(isLeaving && !isSaved));
  }, [isLeaving, account]);

  async function leave() {
    if (account) await saveDrafts(account);
    // Logging out works without the server.
    await call('logout', {}, { silent: true }).catch(() => {});
    setLeaving(false);
    endSession('loggedOut');
  }

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
      {user && <SessionWarning session={user} onAsk={onAsk} onLeave={leave} />}
      {isLeaving && (
        <ConfirmDialog
          title={t`Log out?`}
          confirm={t`Log out`}
          onConfirm={leave}
          onCancel={() => setLeaving(false)}
        >
          <p>
            <Trans>
              You will be logged out in every tab of this browser. Forms you have begun stay in your
              account.
            </Trans>
          </p>
          {isUnsaved && (
            <Notice
              kind="error"
              title={t`What you typed last is not saved in your account, and will be lost.`}
            />
          )}
          <p>
            <Link to="/home/sessions" onClick={() => setLeaving(false)}>
              <Trans>Your sessions in other browsers</Trans>
            </Link>
          </p>
        </ConfirmDialog>
      )}
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
