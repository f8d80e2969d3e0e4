import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '#ui/calls/call.ts';
import { showMessage } from '#ui/messages/messages.ts';
import { CodeForm } from './code-form.tsx';

interface FactorEntryProps {
  /** Label of the button. */
  submit: string;
  onGiven: () => void;
}

/** Gives the second factor: a code of the app, or a recovery code in its place. */
export function FactorEntry({ submit, onGiven }: FactorEntryProps) {
  const { t } = useLingui();
  const [kind, setKind] = useState<'app' | 'recovery'>('app');

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

  return (
    <CodeForm key={kind} kind={kind} submit={submit} send={give} takesFocus>
      <Button variant="subtle" onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}>
        {kind === 'app' ? (
          <Trans>Use a recovery code</Trans>
        ) : (
          <Trans>Use the authenticator app</Trans>
        )}
      </Button>
    </CodeForm>
  );
}
