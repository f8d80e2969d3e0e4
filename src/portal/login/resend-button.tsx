import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { useEffect, useState } from 'react';
import { loginMachine } from '#machines/login.machine.ts';
import type { LoginRef } from './email-step.tsx';

const SECOND = 1000;
/** The machine's own delay, in seconds. */
const resendDelay = Number(loginMachine.implementations.delays.untilResend) / SECOND;

/** Asks for a further code; counts down while it is too early for one. */
export function ResendButton({ login }: { login: LoginRef }) {
  const canResend = useSelector(login, (snapshot) => snapshot.can({ type: 'code.resend' }));
  const isSending = useSelector(login, (snapshot) =>
    snapshot.matches({ code: { resend: 'sending' } }),
  );
  const isWaiting = !canResend && !isSending;
  return (
    <Button
      variant="default"
      disabled={isWaiting}
      loading={isSending}
      onClick={() => login.send({ type: 'code.resend' })}
    >
      {isWaiting ? <Countdown /> : <Trans>Resend</Trans>}
    </Button>
  );
}

function Countdown() {
  const [left, setLeft] = useState(resendDelay);
  useEffect(() => {
    const timer = setInterval(() => setLeft((last) => Math.max(0, last - 1)), SECOND);
    return () => clearInterval(timer);
  }, []);
  return <Trans>Resend in {left} s</Trans>;
}
