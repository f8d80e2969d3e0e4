import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatDate } from '#ui/format/dates.ts';
import { MoreRows, useFirstRows } from '#ui/list/first-rows.tsx';
import { AndMore } from './and-more.tsx';
import styles from './case-page.module.css';
import { filterAddress } from './queue-filter.ts';

/** Rows shown at first. */
const FEW = 6;

/** Applications that the same requester filed before and since. */
export function OtherApplications({ record }: { record: CallData<'deskApplication'> }) {
  const { others: applications, othersTotal, requesterEmail } = record;
  const { i18n } = useLingui();
  const { shown, ...more } = useFirstRows(applications, FEW);
  return (
    <section>
      <h2>
        <Trans>Other applications of this requester</Trans>
      </h2>
      {applications.length === 0 ? (
        <p>
          <Trans>This is the only one.</Trans>
        </p>
      ) : (
        <table className={styles.others}>
          <thead className="visually-hidden">
            <tr>
              <th scope="col">
                <Trans>Order number</Trans>
              </th>
              <th scope="col">
                <Trans>Filed on</Trans>
              </th>
              <th scope="col">
                <Trans>Processing status</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ number, state, kind, createdAt }) => (
              <tr key={number}>
                <th scope="row">
                  <Link to={`/desk/applications/${number}`}>{number}</Link>
                </th>
                <td className={styles.day}>{formatDate(createdAt, i18n.locale)}</td>
                <td>
                  <StatusBadge state={state} kind={kind} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <MoreRows {...more} />
      {more.hidden === 0 && (
        <AndMore
          more={othersTotal - applications.length}
          to={`/desk?${filterAddress({ search: requesterEmail })}`}
        />
      )}
    </section>
  );
}
