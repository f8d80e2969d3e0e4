import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { useLingui } from '@lingui/react/macro';
import { Menu } from '@mantine/core';
import { useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { languages } from '#contract/languages.ts';
import type { User } from '#contract/user-info.ts';
import { type LanguageSwitchProps, useLanguageChoice } from '#ui/language/language-switch.tsx';
import { AccountButton } from './account-button.tsx';
import { AccountDialogs, type SessionWarningProps } from './account-dialogs.tsx';

interface AccountMenuProps extends LanguageSwitchProps {
  user: User | undefined;
  onReloadSession: SessionWarningProps['onReloadSession'];
}

export default function AccountMenu({ user, onReloadSession, ...language }: AccountMenuProps) {
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
      <AccountDialogs
        user={user}
        onReloadSession={onReloadSession}
        isLeaving={isLeaving}
        onStay={() => setLeaving(false)}
      />
    </>
  );
}
