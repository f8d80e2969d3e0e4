import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { call } from '#ui/calls/call.ts';
import { forgetAnswers } from '#ui/calls/query-cache.ts';
import { endSession } from '#ui/calls/session.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { forgetDrafts } from '#ui/form/drafts.ts';
import { Tick } from '#ui/form/tick.tsx';
import { SessionWarning, type SessionWarningProps } from './session-warning.tsx';

interface AccountDialogsProps {
  /** Undefined until the server has answered. */
  session: SessionWarningProps['session'] | undefined;
  onAsk: SessionWarningProps['onAsk'];
  isLeaving: boolean;
  onStay: () => void;
}

/** Dialogs of the account: to confirm leaving, and to go on before the session ends. */
export default function AccountDialogs(props: AccountDialogsProps) {
  const { session, onAsk, isLeaving, onStay } = props;
  const { t } = useLingui();
  const [isForgetting, setForgetting] = useState(false);

  async function leave() {
    // Whoever wants to leave leaves, also when the server cannot be told.
    await call('logout', {}, { silent: true }).catch(() => {});
    if (isForgetting) forgetDrafts();
    onStay();
    endSession('loggedOut');
    forgetAnswers();
  }

  return (
    <>
      {session && <SessionWarning session={session} onAsk={onAsk} onLeave={leave} />}
      {isLeaving && (
        <ConfirmDialog title={t`Log out?`} confirm={t`Log out`} onConfirm={leave} onCancel={onStay}>
          <p>
            <Trans>
              You will be logged out in every tab of this browser. Forms you have begun stay on this
              device.
            </Trans>
          </p>
          <p>
            <Link to="/home/sessions" onClick={onStay}>
              <Trans>Your sessions in other browsers</Trans>
            </Link>
          </p>
          <Tick
            checked={isForgetting}
            onChange={(event) => setForgetting(event.currentTarget.checked)}
            label={t`This is a shared device: delete the forms I have begun`}
          />
        </ConfirmDialog>
      )}
    </>
  );
}
