import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { type FormEvent, useRef, useState } from 'react';
import { CODE_MINUTES } from '#machines/limits.ts';
import { Notice } from '#ui/messages/notice.tsx';
import type { LoginRef } from './email-step.tsx';
import styles from './login-page.module.css';
import { ResendButton } from './resend-button.tsx';

const CODE = /^\d{6}$/;

/** Second step: the code from the mail. */
export function CodeStep({ login }: { login: LoginRef }) {
  const { t } = useLingui();
  const email = useSelector(login, ({ context }) => context.email);
  const problem = useSelector(login, ({ context }) => context.problem);
  const isVerifying = useSelector(login, (snapshot) =>
    snapshot.matches({ code: { entry: 'verifying' } }),
  );
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    const typed = code.replace(/\s/g, '');
    if (!CODE.test(typed)) {
      setError(typed ? t`The verification code has 6 digits` : t`Enter the verification code`);
      field.current?.focus();
      return;
    }
    setError(undefined);
    login.send({ type: 'code.submit', code: typed });
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {problem && <Notice kind="error">{problem.message ?? t`Network error`}</Notice>}
      <p role="status">
        <Trans>
          We have sent an e-mail to <b>{email}</b>. Its code is valid for{' '}
          <Plural value={{ minutes: CODE_MINUTES }} one="# minute" other="# minutes" />.
        </Trans>
      </p>
      <TextInput
        ref={field}
        // The step has just replaced the field that had the focus.
        autoFocus
        className={styles.code ?? ''}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        label={t`Verification code`}
        description={t`6 digits`}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={error}
      />
      <div className={styles.actions}>
        <Button type="submit" loading={isVerifying}>
          <Trans>Sign in</Trans>
        </Button>
        <ResendButton login={login} />
        <Button variant="subtle" onClick={() => login.send({ type: 'login.back' })}>
          <Trans>Back</Trans>
        </Button>
      </div>
    </form>
  );
}
