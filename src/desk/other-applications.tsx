import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatDate } from '#ui/format/dates.ts';
import styles from './case-page.module.css';

interface OtherApplicationsProps {
  applications: CallData<'deskApplication'>['others'];
}

/** Applications that the same requester filed before and since. */
export function OtherApplications({ applications }: OtherApplicationsProps) {
  const { i18n } = useLingui();
  return (
    <section>
      <h2>
        <Trans>Other applications of this requester</Trans>
      </h2>
      {applications.length === 0 && (
        <p>
          <Trans>This is the only one.</Trans>
        </p>
      )}
      <ul className={styles.others}>
        {applications.map(({ number, state, kind, createdAt }) => (
          <li key={number}>
            <Link to={`/desk/applications/${number}`}>{number}</Link>
            <span>{formatDate(createdAt, i18n.locale)}</span>
            <StatusBadge state={state} kind={kind} />
          </li>
        ))}
      </ul>
    </section>
  );
}
