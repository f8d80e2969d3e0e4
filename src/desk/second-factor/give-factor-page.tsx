import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useEffect, useState } from 'react';
import { call } from '#ui/calls/call.ts';
import { Page } from '#ui/frame/page.tsx';
import { showMessage } from '#ui/messages/messages.ts';
import { useStaff } from '../staff-context.ts';
import { CodeForm, codeFieldId } from './code-form.tsx';
import styles from './second-factor.module.css';

/** The step after the e-mailed code: a code of the app, or a recovery code in its place. */
export default function GiveFactorPage() {
  const { t } = useLingui();
  const { user, reload } = useStaff();
  const [kind, setKind] = useState<'app' | 'recovery'>('app');

  // There is one thing to do here, and staff do it daily: the focus goes on from the heading.
  useEffect(() => document.getElementById(codeFieldId(kind))?.focus(), [kind]);

  async function give(code: string) {
    await call('secondFactorGive', { code }, { silent: true });
    if (kind === 'recovery') {
      const { recoveryCodesLeft } = await call('secondFactorState', {});
      showMessage({
        kind: 'notice',
        text: t`This recovery code is used up. Codes left: ${recoveryCodesLeft}`,
      });
    }
    reload();
  }

  return (
    <Page
      title={t`Your second factor`}
      lead={
        <p>
          <Trans>
            Staff see other people’s personal data, so the sign-in of {user.email} has a second
            step.
          </Trans>
        </p>
      }
    >
      <div className={styles.kept}>
        <CodeForm key={kind} kind={kind} submit={t`Continue`} send={give}>
          <Button variant="subtle" onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}>
            {kind === 'app' ? (
              <Trans>Use a recovery code</Trans>
            ) : (
              <Trans>Use the authenticator app</Trans>
            )}
          </Button>
        </CodeForm>
        <details>
          <summary>
            <Trans>The code is not accepted, or the app is lost</Trans>
          </summary>
          <p>
            <Trans>
              The codes depend on the phone’s clock: let the phone set its time automatically.
              Without the app, use a recovery code. Without both, ask a lead to reset your second
              factor; you then set up a new one.
            </Trans>
          </p>
        </details>
      </div>
    </Page>
  );
}
