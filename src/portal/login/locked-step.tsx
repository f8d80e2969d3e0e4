import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { LOCK_HOURS } from '#machines/limits.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { Notice } from '#ui/messages/notice.tsx';
import type { LoginRef } from './email-step.tsx';
import styles from './login-page.module.css';

/** Shown after too many wrong codes in a row: until when nothing helps. */
export function LockedStep({ login }: { login: LoginRef }) {
  const { i18n, t } = useLingui();
  const problem = useSelector(login, ({ context }) => context.problem);
  const until = problem?.lockedUntil && formatInstant(problem.lockedUntil, i18n.locale);
  return (
    <div className={`stack ${styles.form}`}>
      <Notice kind="error" title={t`Sign-in is blocked`}>
        <p>
          {problem?.message ??
            t`Please try again after ${plural({ hours: LOCK_HOURS }, { one: '# hour', other: '# hours' })}.`}
        </p>
        {until ? (
          <>
            <p>
              <Trans>In your local time: {until}</Trans>
            </p>
            <p>
              <Trans>We have sent an e-mail to the address. Its link lifts the block.</Trans>
            </p>
          </>
        ) : null}
      </Notice>
      <div className="row">
        <Button variant="default" onClick={() => login.send({ type: 'login.back' })}>
          <Trans>Use another e-mail address</Trans>
        </Button>
      </div>
    </div>
  );
}
