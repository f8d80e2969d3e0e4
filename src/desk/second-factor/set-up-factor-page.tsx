import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '#ui/calls/call.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { Page } from '#ui/frame/page.tsx';
import { showMessage } from '#ui/messages/messages.ts';
import { useStaff } from '../staff-context.ts';
import { ConfirmApp } from './confirm-app.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './second-factor.module.css';

/** Sets up an authenticator app: why, scan, confirm, and the recovery codes once. */
export default function SetUpFactorPage() {
  const { t } = useLingui();
  const { user, reload } = useStaff();
  const navigate = useNavigate();
  const [begun, setBegun] = useState<CallData<'secondFactorBegin'>>();
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>();
  const isDue = user.secondFactor === 'setUp';

  function done() {
    showMessage({ kind: 'notice', text: t`Your second factor is set up.` });
    if (!isDue) navigate('/desk/second-factor');
    reload();
  }

  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onKept={done} />;
  return (
    <Page
      title={t`Set up your second factor`}
      {...(!isDue && { above: [{ to: '/desk/second-factor', label: t`Second factor` }] })}
      lead={
        <p>
          <Trans>
            Staff see other people’s personal data. A code from an app on your phone keeps out
            anyone who gets into your mailbox.
          </Trans>
        </p>
      }
    >
      {begun ? (
        <ConfirmApp begun={begun} onConfirmed={setRecoveryCodes} />
      ) : (
        <div className="prose">
          <p>
            <Trans>
              You need an authenticator app that creates time-based codes (TOTP). Any such app will
              do; many password managers have one built in. It takes a minute.
            </Trans>
          </p>
          {user.secondFactor === 'given' && (
            <p>
              <Trans>
                The app you use now and its recovery codes stop working once the new one is
                confirmed.
              </Trans>
            </p>
          )}
          <p className={`row ${styles.actions}`}>
            <Button
              onClick={() =>
                call('secondFactorBegin', {}).then(setBegun, () => {
                  // Why not is on screen as a message.
                })
              }
            >
              <Trans>I have an app: start</Trans>
            </Button>
          </p>
        </div>
      )}
    </Page>
  );
}
