import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import type { ApplicationSummary } from '#contract/application-record.ts';
import { download } from '#ui/calls/download.ts';
import { MoreMenu } from '#ui/menu/more-menu.tsx';
import { applicationAddress } from '../addresses.ts';
import type { requesterActions } from '../requester-actions.ts';
import styles from './application-table.module.css';
import { TerminateButton } from './terminate-button.tsx';

interface RowActionsProps {
  application: ApplicationSummary;
  actions: ReturnType<typeof requesterActions>;
}

/** Actions that an application's state allows: the next step in sight, the others in a menu. */
export function RowActions({ application, actions }: RowActionsProps) {
  const { t } = useLingui();
  const { number } = application;
  return (
    <div className={styles.actions}>
      <NextStep application={application} actions={actions} />
      <MoreMenu label={t`More for ${number}`}>
        <li>
          <Link to={`${applicationAddress(number)}#history`}>
            <Trans>History</Trans>
          </Link>
        </li>
        <li>
          <Link to={`${applicationAddress(number)}#owner`}>
            {application.kind === 'personal' ? (
              <Trans>Owner information</Trans>
            ) : (
              <Trans>Requester information</Trans>
            )}
          </Link>
        </li>
        <li>
          <Link to={`${applicationAddress(number)}#vehicle`}>
            <Trans>Vehicle information</Trans>
          </Link>
        </li>
        {actions.canTerminate && (
          <li>
            <TerminateButton application={application} />
          </li>
        )}
      </MoreMenu>
    </div>
  );
}

/** The one thing that an application waits for from its requester. */
function NextStep({ application, actions }: RowActionsProps) {
  const { number, reportState } = application;
  const { canSupply, canRequestData, canDownload } = actions;
  if (canSupply)
    return (
      <Link className={styles.next} to={applicationAddress(number, 'supplement')}>
        <Trans>Supplementary information</Trans>
      </Link>
    );
  if (canRequestData)
    return (
      <Link className={styles.next} to={applicationAddress(number, 'data-request')}>
        <Trans>Request data</Trans>
      </Link>
    );
  if (!canDownload) return null;
  return (
    <button
      type="button"
      className={reportState === 'delivered' ? styles.next : styles.quiet}
      onClick={() => download('report', { applicationNumber: number })}
    >
      <Trans>Download data</Trans>
    </button>
  );
}
