import { Trans, useLingui } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import type { User } from '#contract/user-info.ts';
import { call } from '#ui/calls/call.ts';
import { endSession } from '#ui/calls/session.ts';
import { ConfirmDialog } from '#ui/dialog/dialog.tsx';
import { saveDrafts } from '#ui/form/drafts.ts';
import { Notice } from '#ui/messages/notice.tsx';
import { SessionWarning, type SessionWarningProps } from './session-warning.tsx';

interface AccountDialogsProps {
  /** Undefined until the server has answered. */
  user: User | undefined;
  onAsk: SessionWarningProps['onAsk'];
  isLeaving: boolean;
  onStay: () => void;
}

/** Dialogs of the account: to confirm logging out, and a warning before the session ends. */
export default function AccountDialogs({ user, onAsk, isLeaving, onStay }: AccountDialogsProps) {
  const { t } = useLingui();
  const account = user?.id;
  /** Input that would be lost by logging out. */
  const [isUnsaved, setUnsaved] = useState(false);
  useEffect(() => {
    // Also when the account is known: an earlier page load may have left input that is not saved.
    if (account) void saveDrafts(account).then((isSaved) => setUnsaved(isLeaving && !isSaved));
  }, [isLeaving, account]);

  async function leave() {
    if (account) await saveDrafts(account);
    // Logging out works without the server.
    await call('logout', {}, { silent: true }).catch(() => {});
    onStay();
    endSession('loggedOut');
  }

  return (
    <>
      {user && <SessionWarning session={user} onAsk={onAsk} onLeave={leave} />}
      {isLeaving && (
        <ConfirmDialog title={t`Log out?`} confirm={t`Log out`} onConfirm={leave} onCancel={onStay}>
          <p>
            <Trans>
              You will be logged out in every tab of this browser. Forms you have begun stay in your
              account.
            </Trans>
          </p>
          {isUnsaved && (
            <Notice
              kind="error"
              title={t`What you typed last is not saved in your account, and will be lost.`}
            />
          )}
          <p>
            <Link to="/home/sessions" onClick={onStay}>
              <Trans>Your sessions in other browsers</Trans>
            </Link>
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
