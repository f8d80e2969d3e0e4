import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '#ui/calls/call.ts';
import { useQuery } from '#ui/calls/use-query.ts';
import { showMessage } from '#ui/messages/messages.ts';
import { Notice } from '#ui/messages/notice.tsx';
import { CodeForm } from './code-form.tsx';
import { givePasskey, usePasskeyProblem } from './passkey-calls.ts';
import styles from './second-factor.module.css';

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
