import { Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { useSelector } from '@xstate/react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import { sendCaptcha } from '#contract/auth.ts';
import { type FieldProblem, parseInput } from '#contract/envelope.ts';
import type { loginMachine } from '#machines/login.machine.ts';
import { useProblemText } from '#ui/form/problem-text.ts';
import { Tick } from '#ui/form/tick.tsx';
import { Notice } from '#ui/messages/notice.tsx';
import styles from './login-page.module.css';

export type LoginRef = ActorRefFrom<typeof loginMachine>;

/** First step: where the code goes, and the privacy policy's tick. */
export function EmailStep({ login }: { login: LoginRef }) {
  const { t } = useLingui();
  const problemText = useProblemText();
  const isBusy = useSelector(login, (snapshot) => snapshot.hasTag('busy'));
  const problem = useSelector(login, ({ context }) => context.problem);
  const [email, setEmail] = useState(login.getSnapshot().context.email);
  const [privacyAccepted, setPrivacyAccepted] = useState(false);
  const [fields, setFields] = useState<FieldProblem[]>([]);

  const words = {
    email: {
      prompt: t`Enter your e-mail address`,
      format: t`Enter the e-mail in the correct format, like name@example.eu`,
    },
    privacyAccepted: { prompt: t`Please read and accept the privacy policy` },
  };
  const errorOf = (field: keyof typeof words) => {
    const found = fields.find((one) => one.field === field);
    return found && problemText(found.problem, words[field]);
  };

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const parsed = parseInput(sendCaptcha.input, { email, privacyAccepted });
    if ('value' in parsed) {
      setFields([]);
      login.send({ type: 'email.submit', ...parsed.value });
      return;
    }
    setFields(parsed.fields);
    form.querySelector<HTMLElement>(`[name="${parsed.fields[0]?.field}"]`)?.focus();
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {problem && <Notice kind="error">{problem.message ?? t`Network error`}</Notice>}
      <TextInput
        name="email"
        type="email"
        autoComplete="email"
        label={t`E-mail address`}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        error={errorOf('email')}
      />
      <Tick
        name="privacyAccepted"
        checked={privacyAccepted}
        onChange={(event) => setPrivacyAccepted(event.currentTarget.checked)}
        error={errorOf('privacyAccepted')}
        label={
          <Trans>
            I have read and accept the{' '}
            <Link to="/policy/privacy" target="_blank">
              privacy policy
            </Link>
          </Trans>
        }
      />
      <div className={styles.actions}>
        <Button type="submit" loading={isBusy}>
          <Trans>Send e-mail</Trans>
        </Button>
      </div>
    </form>
  );
}
