import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { User } from '#contract/user-info.ts';
import { MINUTE } from '#lib/words/durations.ts';
import { call } from '#ui/calls/call.ts';
import { beginSession, endSession, loginToken } from '#ui/calls/session.ts';
import { ConfirmDialog, Dialog, preloadDialog } from '#ui/dialog/dialog.tsx';
import { isInputOnScreen, saveDrafts } from '#ui/form/drafts.ts';
import { SentenceSpace } from '#ui/language/translated-text.tsx';
import { Notice } from '#ui/messages/notice.tsx';

interface AccountDialogsProps {
  user: User | undefined;
  onReloadSession: SessionWarningProps['onReloadSession'];
  isLeaving: boolean;
  onStay: () => void;
}

export function AccountDialogs({ user, onReloadSession, isLeaving, onStay }: AccountDialogsProps) {
  const { t } = useLingui();
  const account = user?.id;
  useEffect(preloadDialog, []);
  const [isUnsaved, setUnsaved] = useState(false);
  useEffect(() => {
    // Runs also on page load, because an earlier page may have left unsaved input.
    if (account) void saveDrafts(account).then((isSaved) => setUnsaved(isLeaving && !isSaved));
  }, [isLeaving, account]);

  async function leave() {
    if (account) await saveDrafts(account);
    // The user is logged out even if the server is unavailable.
    await call('logout', {}, { silent: true }).catch(() => {});
    onStay();
    endSession('loggedOut');
  }

  return (
    <>
      {user && <SessionWarning session={user} onReloadSession={onReloadSession} onLeave={leave} />}
      {isLeaving && (
        <ConfirmDialog title={t`Log out?`} confirm={t`Log out`} onConfirm={leave} onCancel={onStay}>
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
            <Link to="/home/sessions" onClick={onStay}>{t`Your sessions in other browsers`}</Link>
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

export interface SessionWarningProps {
  session: Pick<User, 'sessionEndsIn' | 'canExtendSession'>;
  onReloadSession: (isAttended: boolean) => void;
  onLeave: () => void;
}

function SessionWarning({ session, onReloadSession, onLeave }: SessionWarningProps) {
  const { t } = useLingui();
  const left = useTimeLeft(session, onReloadSession);
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

/** Returns the remaining time in ms. Polls, because long timers stop while the device sleeps. */
function useTimeLeft(
  session: SessionWarningProps['session'],
  onReloadSession: SessionWarningProps['onReloadSession'],
): number {
  const [left, setLeft] = useState(session.sessionEndsIn);
  const ask = useRef(onReloadSession);
  ask.current = onReloadSession;
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
      else if (now <= ASK_BEFORE) ask.current(isAttended && now > WARN_BEFORE);
    }, LOOK_EVERY);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [session]);
  return left;
}
