import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Menu } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { languages } from '#contract/languages.ts';
import type { User } from '#contract/user-info.ts';
import { MINUTE } from '#lib/words/durations.ts';
import { call } from '#ui/calls/call.ts';
import { queryClient } from '#ui/calls/query-client.ts';
import { beginSession, endSession, loginToken } from '#ui/calls/session.ts';
import { queryOf, useQuery } from '#ui/calls/use-query.ts';
import { ConfirmDialog, Dialog, preloadDialog } from '#ui/dialog/dialog.tsx';
import { isInputOnScreen, saveDrafts } from '#ui/form/drafts.ts';
import { type LanguageSwitchProps, useLanguageChoice } from '#ui/language/language-switch.tsx';
import { SentenceSpace } from '#ui/language/translated-text.tsx';
import { Notice } from '#ui/messages/notice.tsx';
import { AccountButton } from './account-button.tsx';

export default function AccountMenu(language: LanguageSwitchProps) {
  const { t, i18n } = useLingui();
  const { data: user } = useQuery('currentUser', {}, { silent: true });
  const choose = useLanguageChoice(language);
  const [isLeaving, setLeaving] = useState(false);
  const [isUnsaved, setUnsaved] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const account = user?.id;
  useEffect(preloadDialog, []);
  useEffect(() => {
    // Runs also on page load, because an earlier page may have left unsaved input.
    if (account) void saveDrafts(account).then((isSaved) => setUnsaved(isLeaving && !isSaved));
  }, [isLeaving, account]);
  const stay = () => setLeaving(false);

  async function leave() {
    if (account) await saveDrafts(account);
    // The user is logged out even if the server is unavailable.
    await call('logout', {}, { silent: true }).catch(() => {});
    stay();
    endSession('loggedOut');
  }

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
      {user && <SessionWarning session={user} onLeave={leave} />}
      {isLeaving && (
        <ConfirmDialog title={t`Log out?`} confirm={t`Log out`} onConfirm={leave} onCancel={stay}>
          <p>
            {t`You will be logged out in every tab of this browser. Forms you have begun stay in your account.`}
          </p>
          {isUnsaved && (
            <Notice
              kind="error"
              title={t`What you typed last is not saved in your account, and will be lost.`}
            />
          )}
          <p>
            <Link to="/home/sessions" onClick={stay}>{t`Your sessions in other browsers`}</Link>
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Time from the warning to the end of the session, ms (WCAG 2.2.1: at least 20 seconds). */
const WARN_BEFORE = 10 * MINUTE;
const LOOK_EVERY = 15_000;
/** Remaining time in ms from which the session is reloaded: another tab may have extended it. */
const ASK_BEFORE = WARN_BEFORE + 2 * LOOK_EVERY;

type Session = Pick<User, 'sessionEndsIn' | 'canExtendSession'>;

function SessionWarning({ session, onLeave }: { session: Session; onLeave: () => void }) {
  const { t } = useLingui();
  const left = useTimeLeft(session);
  const [isHidden, setHidden] = useState(false);
  const isDue = left <= WARN_BEFORE;
  if (isHidden && !isDue) setHidden(false);
  if (!isDue || isHidden) return null;

  async function goOn() {
    await call('extendSession', {});
    beginSession(loginToken() ?? '');
  }

  const minutes = Math.max(1, Math.round(left / MINUTE));
  return (
    <Dialog title={t`You will be logged out soon`} onClose={() => setHidden(true)}>
      <p role="status">
        <Plural
          value={minutes}
          one="Your session ends in # minute."
          other="Your session ends in # minutes."
        />
        {isInputOnScreen() && (
          <>
            <SentenceSpace />
            <Trans>Your input is kept.</Trans>
          </>
        )}
      </p>
      {!session.canExtendSession && (
        <p>
          {t`Staff sessions cannot last longer than this. You will then need to sign in again.`}
        </p>
      )}
      <Group mt="lg" gap="sm">
        {session.canExtendSession ? (
          <Button onClick={() => goOn().catch(() => {})}>{t`Stay signed in`}</Button>
        ) : (
          <Button onClick={() => setHidden(true)}>{t`Continue until then`}</Button>
        )}
        <Button variant="default" onClick={onLeave}>{t`Log out`}</Button>
      </Group>
    </Dialog>
  );
}

/** Loads the session. An attended call extends it. */
const loadSession = (isAttended: boolean) =>
  call('currentUser', {}, { silent: true, unattended: !isAttended }).then(
    (user) => queryClient.setQueryData(queryOf('currentUser', {}).queryKey, user),
    () => {},
  );

/** Returns the remaining time in ms. Polls, because long timers stop while the device sleeps. */
function useTimeLeft(session: Session): number {
  const [left, setLeft] = useState(session.sessionEndsIn);
  useEffect(() => {
    let lastLook = Date.now();
    let awakeSince = lastLook;
    const end = lastLook + session.sessionEndsIn;
    let isAttended = false;
    const attend = () => {
      isAttended = true;
    };
    const abort = new AbortController();
    for (const input of ['keydown', 'pointerdown', 'wheel'] as const)
      document.addEventListener(input, attend, { signal: abort.signal, passive: true });
    setLeft(session.sessionEndsIn);
    const timer = setInterval(() => {
      const at = Date.now();
      const now = end - at;
      // A longer pause means that the tab was suspended: in a hidden tab, timers run once a minute.
      if (at - lastLook > 2 * MINUTE) awakeSince = at;
      lastLook = at;
      setLeft(now);
      // A call would return the reason for the end, but the server may be unavailable. A tab that
      // was suspended reloads the session first, because another tab may have extended it.
      if (now <= -LOOK_EVERY && at - awakeSince >= MINUTE) endSession('expired');
      else if (now <= ASK_BEFORE) void loadSession(isAttended && now > WARN_BEFORE);
    }, LOOK_EVERY);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [session]);
  return left;
}
