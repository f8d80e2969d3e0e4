import { Trans, useLingui } from '@lingui/react/macro';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { codes } from '#contract/codes.ts';
import { RECOVERY_CODE, RECOVERY_CODES, SIX_DIGITS } from '#contract/limits.ts';
import { call } from '#ui/calls/call.ts';
import { ApiError } from '#ui/calls/call-types.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import type { Elements } from '#ui/elements.ts';
import { typedDigits } from '#ui/form/typed-digits.ts';
import { formatInstant } from '#ui/format/dates.ts';
import { showMessage } from '#ui/messages/messages.ts';
import { Notice } from '#ui/messages/notice.tsx';
import { givePasskey, usePasskeyProblem } from './passkey-calls.ts';
import styles from './second-factor.module.css';

interface CodeFormProps {
  kind: 'app' | 'recovery';
  submit: string;
  /** Makes the call without messages, because the form shows errors. */
  send: (code: string) => Promise<void>;
  /** Focuses the field immediately, also in a dialog, because staff enter a code daily. */
  takesFocus?: boolean;
  children?: Elements;
}

const patterns = { app: SIX_DIGITS, recovery: RECOVERY_CODE };

export function CodeForm({ kind, submit, send, takesFocus = false, children }: CodeFormProps) {
  const { t, i18n } = useLingui();
  const words = useCodeWords()[kind];
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
    const code = normalized(kind, typed);
    const isCode = patterns[kind].test(code);
    setError(isCode ? undefined : code ? words.format : words.prompt);
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
        label={<span>{words.label}</span>}
        description={words.description}
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

function useCodeWords() {
  const { t } = useLingui();
  return {
    app: {
      label: t`Code of your authenticator app`,
      description: t`6 digits, new every 30 seconds`,
      prompt: t`Enter the code that the app shows`,
      format: t`The code has 6 digits`,
    },
    recovery: {
      label: t`Recovery code`,
      description: t`One of the ${{ count: RECOVERY_CODES }} codes you saved, like abcde-fgh23-…; each works once`,
      prompt: t`Enter one of your recovery codes`,
      format: t`A recovery code has five groups of five letters or digits with hyphens between them`,
    },
  };
}

function normalized(kind: CodeFormProps['kind'], typed: string): string {
  if (kind === 'app') return typedDigits(typed);
  const bare = typed.normalize('NFKC').toLowerCase().replace(/[\s-]/g, '');
  return bare.replace(/(.{5})(?=.)/g, '$1-');
}

interface FactorEntryProps {
  submit: string;
  onGiven: () => void;
}

export function FactorEntry({ submit, onGiven }: FactorEntryProps) {
  const { t } = useLingui();
  const { data: state } = useQuery('secondFactorState', {}, { silent: true });
  const problemOf = usePasskeyProblem();
  const [kind, setKind] = useState<'app' | 'recovery'>('app');
  const [problem, setProblem] = useState<string>();

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
        <Trans>
          You have not set up a second factor. Log out and sign in again: you then have ten minutes
          to set one up.
        </Trans>
      </p>
    );
  return (
    <>
      {state?.offersPasskeys && state.passkeys.length > 0 && (
        <div className={`stack ${styles.passkey}`}>
          {problem && (
            <Notice kind="error">
              <span>{problem}</span>
            </Notice>
          )}
          <Button
            variant="default"
            onClick={() => {
              setProblem(undefined);
              givePasskey().then(onGiven, (reason) => setProblem(problemOf(reason)));
            }}
          >
            <Trans>Use a passkey</Trans>
          </Button>
        </div>
      )}
      <CodeForm key={kind} kind={kind} submit={submit} send={give} takesFocus>
        <Button variant="subtle" onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}>
          {kind === 'app' ? (
            <Trans>Use a recovery code</Trans>
          ) : (
            <Trans>Use the authenticator app</Trans>
          )}
        </Button>
      </CodeForm>
    </>
  );
}
