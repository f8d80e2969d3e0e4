import { useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { codes } from '#contract/codes.ts';
import { RECOVERY_CODE, RECOVERY_CODES, SIX_DIGITS } from '#contract/limits.ts';
import { msg } from '#lib/words/msg.ts';
import { call } from '#ui/calls/call.ts';
import { ApiError } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import type { Elements } from '#ui/elements.ts';
import { typedDigits } from '#ui/form/typed-digits.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { showMessage } from '#ui/messages/messages.ts';
import { Notice } from '#ui/messages/notice.tsx';
import { givePasskey, usePasskeyWork } from './passkey-calls.tsx';
import styles from './second-factor.module.css';

interface CodeFormProps {
  kind: keyof typeof codeKinds;
  submit: string;
  /** Makes the call without messages, because the form shows errors. */
  send: (code: string) => Promise<void>;
  /** Focuses the field immediately, also in a dialog, because staff enter a code daily. */
  takesFocus?: boolean;
  children?: Elements;
}

export function CodeForm({ kind, submit, send, takesFocus = false, children }: CodeFormProps) {
  const { t, i18n } = useLingui();
  const { pattern, normalize, ...words } = codeKinds[kind];
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [rejection, setRejection] = useState<ApiError>();
  const [isSending, setSending] = useState(false);

  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);

  async function give(event: FormEvent) {
    event.preventDefault();
    const code = normalize(typed);
    const isCode = pattern.test(code);
    setError(isCode ? undefined : i18n._(code ? words.format : words.prompt));
    if (isCode) {
      setSending(true);
      setRejection(undefined);
      try {
        await send(code);
        return;
      } catch (reason) {
        setSending(false);
        setTyped('');
        if (reason instanceof ApiError) setRejection(reason);
      }
    }
    field.current?.focus();
  }

  const lockedUntil = rejection?.dataOf(codes.locked)?.lockedUntil;
  const until = lockedUntil === undefined ? null : formatInstant(lockedUntil, i18n.locale);
  return (
    <form className="stack panel measure" noValidate onSubmit={give}>
      {rejection && (
        <Notice kind="error">
          <p>{rejection.message}</p>
          {until && <p>{t`Until ${until}. A lead can unlock you sooner.`}</p>}
        </Notice>
      )}
      <TextInput
        ref={field}
        {...(takesFocus && { 'data-autofocus': true })}
        className="code"
        name="code"
        label={<span>{i18n._(words.label)}</span>}
        description={i18n._(words.description)}
        autoComplete={kind === 'app' ? 'one-time-code' : 'off'}
        inputMode={kind === 'app' ? 'numeric' : 'text'}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={error}
      />
      <div className="row">
        <Button type="submit" loading={isSending}>
          {submit}
        </Button>
        {children}
      </div>
    </form>
  );
}

const codeKinds = {
  app: {
    label: msg`Code of your authenticator app`,
    description: msg`6 digits, new every 30 seconds`,
    prompt: msg`Enter the code that the app shows`,
    format: msg`The code has 6 digits`,
    pattern: SIX_DIGITS,
    normalize: typedDigits,
  },
  recovery: {
    label: msg`Recovery code`,
    description: msg`One of the ${{ count: RECOVERY_CODES }} codes you saved, like abcde-fgh23-…; each works once`,
    prompt: msg`Enter one of your recovery codes`,
    format: msg`A recovery code has five groups of five letters or digits with hyphens between them`,
    pattern: RECOVERY_CODE,
    normalize(typed: string) {
      const bare = typed.normalize('NFKC').toLowerCase().replace(/[\s-]/g, '');
      return bare.replace(/(.{5})(?=.)/g, '$1-');
    },
  },
};

export function FactorEntry({ submit, onGiven }: { submit: string; onGiven: () => void }) {
  const { t } = useLingui();
  const { data: state } = useQuery('secondFactorState', {}, { silent: true });
  const { run, problem } = usePasskeyWork();
  const [kind, setKind] = useState<CodeFormProps['kind']>('app');

  async function give(code: string) {
    await call('secondFactorGive', { code }, { silent: true });
    if (kind === 'recovery') {
      const { recoveryCodesLeft } = await call('secondFactorState', {});
      showMessage({
        kind: 'notice',
        text: t`This recovery code is used up. Codes left: ${recoveryCodesLeft}`,
      });
    }
    onGiven();
  }

  if (state?.isSetUp === false)
    return (
      <p>
        {t`You have not set up a second factor. Log out and sign in again: you then have ten minutes to set one up.`}
      </p>
    );
  return (
    <>
      {state?.offersPasskeys && state.passkeys.length > 0 && (
        <div className={`stack ${styles.passkey}`}>
          {problem}
          <Button variant="default" onClick={() => run(() => givePasskey().then(onGiven))}>
            {t`Use a passkey`}
          </Button>
        </div>
      )}
      <CodeForm key={kind} kind={kind} submit={submit} send={give} takesFocus>
        <Button variant="subtle" onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}>
          {kind === 'app' ? t`Use a recovery code` : t`Use the authenticator app`}
        </Button>
      </CodeForm>
    </>
  );
}
