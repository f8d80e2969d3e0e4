import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { staffRoles } from '#contract/staff-roles.ts';
import { call } from '#ui/calls/call.ts';
import { endSession } from '#ui/calls/session.ts';
import { useAnswer } from '#ui/calls/use-answer.ts';
import { ConfirmDialog } from '#ui/dialog/confirm-dialog.tsx';
import { forgetDrafts } from '#ui/form/drafts.ts';
import { Tick } from '#ui/form/tick.tsx';
import styles from './account-area.module.css';
import { SessionWarning } from './session-warning.tsx';

/** Who is signed in, where they can go, and the way out. */
export default function AccountArea() {
  const { t } = useLingui();
  const { data: user, reload } = useAnswer('currentUser', {}, { quiet: true });
  const [isLeaving, setLeaving] = useState(false);
  const [isForgetting, setForgetting] = useState(false);

  async function leave() {
    // Whoever wants to leave leaves, also when the server cannot be told.
    await call('logout', {}, { quiet: true }).catch(() => {});
    if (isForgetting) forgetDrafts();
    setLeaving(false);
    endSession('loggedOut');
  }

  return (
    <nav className={styles.area} aria-label={t`Account`}>
      <Link to="/home/data-acquisition">
        <Trans>My applications</Trans>
      </Link>
      {user && staffRoles.some((role) => user.roles.includes(role)) && (
        <Link to="/desk">
          <Trans>Desk</Trans>
        </Link>
      )}
      {user?.roles.some((role) => role !== 'requester') && (
        <Link to="/charts">
          <Trans>Charts</Trans>
        </Link>
      )}
      <button type="button" onClick={() => setLeaving(true)}>
        <Trans>Log out</Trans>
      </button>
      {user && <SessionWarning endsIn={user.sessionEndsIn} onAsk={reload} onLeave={leave} />}
      {isLeaving && (
        <ConfirmDialog
          title={t`Log out?`}
          confirm={t`Log out`}
          onConfirm={leave}
          onCancel={() => setLeaving(false)}
        >
          <p>
            <Trans>
              You will be logged out in every tab of this browser. Forms you have begun stay on this
              device.
            </Trans>
          </p>
          <Tick
            checked={isForgetting}
            onChange={(event) => setForgetting(event.currentTarget.checked)}
            label={t`This is a shared device: delete the forms I have begun`}
          />
        </ConfirmDialog>
      )}
    </nav>
  );
}
