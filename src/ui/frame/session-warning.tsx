import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { User } from '#contract/user-info.ts';
import { call } from '#ui/calls/call.ts';
import { beginSession, endSession, loginToken } from '#ui/calls/session.ts';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { SentenceSpace } from '#ui/language/sentence-space.tsx';

const MINUTE = 60_000;
/** Time between warning and end of session, ms (WCAG 2.2.1 asks for 20 seconds at least). */
const WARN_BEFORE = 10 * MINUTE;
const LOOK_EVERY = 15_000;
/** The server is asked before anybody is warned: they may have gone on since it answered. */
const ASK_BEFORE = WARN_BEFORE + 2 * LOOK_EVERY;

export interface SessionWarningProps {
  /** As the server answered it. */
  session: Pick<User, 'sessionEndsIn' | 'canExtendSession'>;
  /** Asks the server again; attended, that is a use of the session. */
  onAsk: (isAttended: boolean) => void;
  onLeave: () => void;
}

/**
 * Warns before the session ends, and lets it go on where it can; what was typed stays in either
 * case. Who types or clicks is there, and is not asked.
 */
export function SessionWarning({ session, onAsk, onLeave }: SessionWarningProps) {
  const { t } = useLingui();
  const left = useTimeLeft(session, onAsk);
  const [isHidden, setHidden] = useState(false);
  const isDue = left <= WARN_BEFORE;
  if (isHidden && !isDue) setHidden(false);
  if (!isDue || isHidden) return null;

  async function goOn() {
    await call('extendSession', {});
    beginSession(loginToken() ?? '');
  }

  const minutes = Math.max(1, Math.round(left / MINUTE));
  const logOut = (
    <Button variant="default" onClick={onLeave}>
      <Trans>Log out</Trans>
    </Button>
  );
  return (
    <Dialog title={t`You will be logged out soon`} onClose={() => setHidden(true)}>
      <p role="status">
        <Plural
          value={minutes}
          one="Your session ends in # minute."
          other="Your session ends in # minutes."
        />
        <SentenceSpace />
        <Trans>What you have typed stays.</Trans>
      </p>
      {session.canExtendSession ? (
        <Group mt="lg" gap="sm">
          <Button onClick={() => goOn().catch(() => {})}>
            <Trans>Stay signed in</Trans>
          </Button>
          {logOut}
        </Group>
      ) : (
        <>
          <p>
            <Trans>
              Staff sessions cannot last longer than this. You will then need to sign in again.
            </Trans>
          </p>
          <Group mt="lg" gap="sm">
            <Button onClick={() => setHidden(true)}>
              <Trans>Continue until then</Trans>
            </Button>
            {logOut}
          </Group>
        </>
      )}
    </Dialog>
  );
}

/** ms that are left, looked at every few seconds: a timer over months would not outlive a sleep. */
function useTimeLeft(
  session: SessionWarningProps['session'],
  onAsk: SessionWarningProps['onAsk'],
): number {
  const [left, setLeft] = useState(session.sessionEndsIn);
  const ask = useRef(onAsk);
  ask.current = onAsk;
  useEffect(() => {
    const end = Date.now() + session.sessionEndsIn;
    let isAttended = false;
    const attend = () => {
      isAttended = true;
    };
    const abort = new AbortController();
    for (const input of ['keydown', 'pointerdown', 'wheel'] as const)
      document.addEventListener(input, attend, { signal: abort.signal, passive: true });
    setLeft(session.sessionEndsIn);
    const timer = setInterval(() => {
      const now = end - Date.now();
      setLeft(now);
      // The server's answer says why; it may be away.
      if (now <= -LOOK_EVERY) endSession('expired');
      else if (now <= ASK_BEFORE) ask.current(isAttended && now > WARN_BEFORE);
    }, LOOK_EVERY);
    return () => {
      clearInterval(timer);
      abort.abort();
    };
  }, [session]);
  return left;
}
