import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useSelector } from '@xstate/react';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import type { ActorRefFrom } from 'xstate';
import { EMAIL } from '#contract/limits.ts';
import { SECOND } from '#lib/words/durations.ts';
import { CODE_MINUTES, LOCK_HOURS, MAX_WRONG_TRIES, RESEND_INTERVAL } from '#machines/limits.ts';
import type { loginMachine } from '#machines/login.machine.ts';
import { CodeInput, useCodeField } from '#portal/use-code-field.tsx';
import { Glyph } from '#ui/brand/glyph.tsx';
import { useQuery } from '#ui/calls/use-query.ts';
import { formatInstant, formatTime } from '#ui/format/dates.ts';
import { installation } from '#ui/frame/installation.tsx';
import { Notice } from '#ui/messages/notice.tsx';
import { codeSentAt } from './login-machine.ts';
import styles from './login-page.module.css';

type LoginRef = ActorRefFrom<typeof loginMachine>;

export function EmailStep({ login }: { login: LoginRef }) {
  const { t } = useLingui();
  const isBusy = useSelector(login, (snapshot) => snapshot.hasTag('busy'));
  const problem = useSelector(login, ({ context }) => context.problem);
  const [email, setEmail] = useState(login.getSnapshot().context.email);
  // The machine stores an address only after the box was ticked.
  const [privacyAccepted, setPrivacyAccepted] = useState(email !== '');
  const [errors, setErrors] = useState<{ email?: string; privacyAccepted?: string }>({});
  const format = t`Enter the e-mail in the correct format, like name@example.eu. Accents and other alphabets are possible only after the @`;

  /** Uses the browser's validation, because zod would add to the size of this page. */
  function problemsOf(field: HTMLInputElement) {
    const { valid, valueMissing } = field.validity;
    return {
      ...(!valid && { email: valueMissing ? t`Enter your e-mail address` : format }),
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
        {problem && <Notice kind="error" title={problem.message ?? t`Network error`} />}
        <TextInput
          name="email"
          type="email"
          autoComplete="email"
          label={<span>{t`E-mail address`}</span>}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={errors.email ?? (problem?.kind === 'invalid' && format)}
          pattern={EMAIL.source}
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
        <Button
          type="submit"
          fullWidth
          loading={isBusy}
          rightSection={<Glyph name="arrow" />}
        >{t`Send e-mail`}</Button>
      </form>
      <p className={`soft ${styles.first}`}>
        {t`First time here? The same step creates your account. Your car is linked in the vehicle app.`}
      </p>
      <DemoAccounts onChoose={setEmail} />
    </>
  );
}

function DemoAccounts({ onChoose }: { onChoose: (email: string) => void }) {
  const { t } = useLingui();
  const { data } = useQuery('config', {}, { cache: true, silent: true });
  if (!data && installation().demonstration) return <div className={styles.awaited} />;
  if (!data?.demoAccounts.length) return null;
  const labels: Record<string, string> = {
    owner: t`Vehicle owner`,
    publicSector: t`Public sector body`,
    thirdParty: t`Third party`,
    reviewer: t`Reviewer`,
    lead: t`Lead of the desk`,
    auditor: t`Auditor`,
    analyst: t`Analyst`,
  };
  return (
    <section className={`stack stack-small ${styles.demo}`} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">{t`Accounts of the demonstration`}</h2>
      <ul className="plain">
        {data.demoAccounts.map(({ role, email }) => (
          <li key={email} className="row row-apart">
            <span>{labels[role] ?? role}</span>{' '}
            <button type="button" onClick={() => onChoose(email)}>
              {email}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function CodeStep({ login }: { login: LoginRef }) {
  const { t, i18n } = useLingui();
  const email = useSelector(login, ({ context }) => context.email);
  const problem = useSelector(login, ({ context }) => context.problem);
  const isVerifying = useSelector(login, (snapshot) =>
    snapshot.matches({ code: { entry: 'verifying' } }),
  );
  const sentAt = useSelector(login, codeSentAt);
  const time = formatTime(sentAt, i18n.locale);
  const { input, submit } = useCodeField((code) => login.send({ type: 'code.submit', code }));

  return (
    <form className={`stack ${styles.form}`} onSubmit={submit} noValidate>
      {problem && <Notice kind="error" title={problem.message ?? t`Network error`} />}
      <p role="status">
        <Trans>
          We have sent an e-mail to <b className="address">{email}</b> at <b>{time}</b>. Its code is
          valid for <Plural value={{ minutes: CODE_MINUTES }} one="# minute" other="# minutes" />.
        </Trans>
      </p>
      <CodeInput {...input} autoComplete="one-time-code" />
      <p className="soft">
        <Trans>
          <Plural value={{ tries: MAX_WRONG_TRIES }} one="# wrong code" other="# wrong codes" /> in
          a row block sign-in for{' '}
          <Plural value={{ hours: LOCK_HOURS }} one="# hour" other="# hours" />.
        </Trans>
      </p>
      <Button type="submit" fullWidth loading={isVerifying}>{t`Sign in`}</Button>
      <div className="row row-apart">
        <Button
          variant="subtle"
          leftSection={<Glyph name="back" />}
          onClick={() => login.send({ type: 'login.back' })}
        >
          {t`Back`}
        </Button>
        <ResendButton login={login} sentAt={sentAt} />
      </div>
    </form>
  );
}

function ResendButton({ login, sentAt }: { login: LoginRef; sentAt: number }) {
  const canResend = useSelector(login, (snapshot) => snapshot.can({ type: 'code.resend' }));
  const isSending = useSelector(login, (snapshot) =>
    snapshot.matches({ code: { resend: 'sending' } }),
  );
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), SECOND, { autoInvoke: true });
  const left = Math.max(0, Math.ceil((sentAt + RESEND_INTERVAL - now) / SECOND));
  const isWaiting = !isSending && (!canResend || left > 0);
  return (
    <Button
      variant="subtle"
      disabled={isWaiting}
      loading={isSending}
      onClick={() => login.send({ type: 'code.resend' })}
    >
      {isWaiting ? <Trans>Resend in {left} s</Trans> : <Trans>Resend</Trans>}
    </Button>
  );
}

export function LockedStep({ login }: { login: LoginRef }) {
  const { i18n, t } = useLingui();
  const { problem, email } = useSelector(login, ({ context }) => context);
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
            <p>{t`In your local time: ${until}`}</p>
            <p>
              <Trans>
                We have sent an e-mail to <b className="address">{email}</b>. Its link lifts the
                block. If it does not arrive, look in the spam folder.
              </Trans>
            </p>
          </>
        ) : null}
      </Notice>
      <div className="row">
        <Button variant="default" onClick={() => login.send({ type: 'login.back' })}>
          {t`Use another e-mail address`}
        </Button>
      </div>
    </div>
  );
}
