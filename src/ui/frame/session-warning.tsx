import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { call } from '#ui/calls/call.ts';
import { beginSession, endSession, loginToken } from '#ui/calls/session.ts';
import styles from '#ui/dialog/dialog.module.css';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { SentenceSpace } from '#ui/language/sentence-space.tsx';

const MINUTE = 60_000;
/** Time between warning and end of session, ms (WCAG 2.2.1 asks for 20 seconds at least). */
const WARN_BEFORE = 10 * MINUTE;
const LOOK_EVERY = 15_000;

interface SessionWarningProps {
  /** ms that the session lasts from when this was answered. */
  endsIn: number;
  /** Asks the server again: another tab may have gone on meanwhile. */
  onAsk: () => void;
  onLeave: () => void;
}

/** Warns before the session ends, and lets it go on; what was typed stays in either case. */
export function SessionWarning({ endsIn, onAsk, onLeave }: SessionWarningProps) {
  const { t } = useLingui();
  const left = useTimeLeft(endsIn, onAsk);
  const [isHidden, setHidden] = useState(false);
  if (left > WARN_BEFORE || isHidden) return null;

  async function goOn() {
    await call('extendSession', {});
    beginSession(loginToken() ?? '');
    onAsk();
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
        <SentenceSpace />
        <Trans>What you have typed stays on this device.</Trans>
      </p>
      <div className={styles.actions}>
        <Button onClick={() => goOn().catch(() => {})}>
          <Trans>Stay signed in</Trans>
        </Button>
        <Button variant="default" onClick={onLeave}>
          <Trans>Log out</Trans>
        </Button>
      </div>
    </Dialog>
  );
}

/** ms that are left, looked at every few seconds: a timer over months would not outlive a sleep. */
function useTimeLeft(endsIn: number, onAsk: () => void): number {
  const [left, setLeft] = useState(endsIn);
  const ask = useRef(onAsk);
  ask.current = onAsk;
  useEffect(() => {
    const end = Date.now() + endsIn;
    setLeft(endsIn);
    const timer = setInterval(() => {
      const now = end - Date.now();
      setLeft(now);
      if (now <= 0) endSession('expired');
      else if (now <= WARN_BEFORE) ask.current();
    }, LOOK_EVERY);
    return () => clearInterval(timer);
  }, [endsIn]);
  return left;
}
