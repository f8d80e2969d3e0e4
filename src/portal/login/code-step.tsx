import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { CODE_MINUTES } from '#machines/limits.ts';
import { useCodeField } from '#portal/use-code-field.ts';
import { Notice } from '#ui/messages/notice.tsx';
import type { LoginRef } from './email-step.tsx';
import styles from './login-page.module.css';
import { ResendButton } from './resend-button.tsx';

/** Second step: the code from the mail. */
export function CodeStep({ login }: { login: LoginRef }) {
  const { t } = useLingui();
  const email = useSelector(login, ({ context }) => context.email);
  const problem = useSelector(login, ({ context }) => context.problem);
  const isVerifying = useSelector(login, (snapshot) =>
    snapshot.matches({ code: { entry: 'verifying' } }),
  );
  const { input, submit } = useCodeField((code) => login.send({ type: 'code.submit', code }));

  return (
    <form className={`stack ${styles.form}`} onSubmit={submit} noValidate>
      {problem && (
        <Notice kind="error">
          <span>{problem.message ?? t`Network error`}</span>
        </Notice>
      )}
      <p role="status">
        <Trans>
          We have sent an e-mail to <b>{email}</b>. Its code is valid for{' '}
          <Plural value={{ minutes: CODE_MINUTES }} one="# minute" other="# minutes" />.
        </Trans>
      </p>
      <TextInput
        {...input}
        label={<span>{input.label}</span>}
        className="code"
        autoComplete="one-time-code"
      />
      <div className="row">
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
