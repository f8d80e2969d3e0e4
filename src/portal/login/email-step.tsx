import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import type { loginMachine } from '#machines/login.machine.ts';
import { Notice } from '#ui/messages/notice.tsx';
import { DemoAccounts } from './demo-accounts.tsx';
import styles from './login-page.module.css';

export type LoginRef = ActorRefFrom<typeof loginMachine>;

/** First step: where the code goes, and the privacy policy's tick. */
export function EmailStep({ login }: { login: LoginRef }) {
  const { t } = useLingui();
  const isBusy = useSelector(login, (snapshot) => snapshot.hasTag('busy'));
  const problem = useSelector(login, ({ context }) => context.problem);
  const [email, setEmail] = useState(login.getSnapshot().context.email);
  const [privacyAccepted, setPrivacyAccepted] = useState(false);
  const [errors, setErrors] = useState<{ email?: string; privacyAccepted?: string }>({});

  /** By the browser's own rules: the validator's weight would delay this page. */
  function problemsOf(field: HTMLInputElement) {
    const { valueMissing, typeMismatch } = field.validity;
    return {
      ...(valueMissing && { email: t`Enter your e-mail address` }),
      ...(typeMismatch && {
        email: t`Enter the e-mail in the correct format, like name@example.eu`,
      }),
      ...(!privacyAccepted && {
        privacyAccepted: t`Tick the box to confirm that you have read the privacy policy`,
      }),
    };
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const problems = problemsOf(form.elements.namedItem('email') as HTMLInputElement);
    setErrors(problems);
    const [first] = Object.keys(problems);
    if (first) form.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else login.send({ type: 'email.submit', email: email.trim(), privacyAccepted });
  }

  return (
    <>
      <form className={`stack ${styles.form}`} onSubmit={submit} noValidate>
        {problem && (
          <Notice kind="error">
            <span>{problem.message ?? t`Network error`}</span>
          </Notice>
        )}
        <TextInput
          name="email"
          type="email"
          autoComplete="email"
          label={<span>{t`E-mail address`}</span>}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={errors.email}
          required
          readOnly={typeof document === 'undefined'}
        />
        <Checkbox
          name="privacyAccepted"
          checked={privacyAccepted}
          onChange={(event) => setPrivacyAccepted(event.currentTarget.checked)}
          error={errors.privacyAccepted}
          aria-invalid={Boolean(errors.privacyAccepted)}
          label={
            <Trans>
              I have read the{' '}
              <Link to="/policy/privacy" target="_blank">
                privacy policy
              </Link>
            </Trans>
          }
        />
        <div className="row">
          <Button type="submit" loading={isBusy}>
            <Trans>Send e-mail</Trans>
          </Button>
        </div>
      </form>
      <DemoAccounts onChoose={setEmail} />
    </>
  );
}
