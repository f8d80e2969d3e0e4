import { Trans } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import type { ApplicationSummary } from '#contract/application-record.ts';
import { download } from '#ui/calls/download.ts';
import styles from '#ui/list/card-table.module.css';
import { applicationAddress } from '../addresses.ts';
import { requesterActions } from '../requester-actions.ts';
import { TerminateButton } from './terminate-button.tsx';

interface RowActionsProps {
  application: ApplicationSummary;
  onChanged: () => void;
}

/** Actions that an application's state allows, and nothing else. */
export function RowActions({ application, onChanged }: RowActionsProps) {
  const { number } = application;
  const { canSupply, canRequestData, canTerminate, canDownload } = requesterActions(application);
  return (
    <ul>
      {canSupply && (
        <li className={styles.main}>
          <Link to={applicationAddress(number, 'supplement')}>
            <Trans>Supplementary information</Trans>
          </Link>
        </li>
      )}
      {canRequestData && (
        <li className={styles.main}>
          <Link to={applicationAddress(number, 'data-request')}>
            <Trans>Request data</Trans>
          </Link>
        </li>
      )}
      {canDownload && (
        <li className={styles.main}>
          <button type="button" onClick={() => download('report', { applicationNumber: number })}>
            <Trans>Download data</Trans>
          </button>
        </li>
      )}
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
      {canTerminate && (
        <li>
          <TerminateButton application={application} onTerminated={onChanged} />
        </li>
      )}
    </ul>
  );
}
