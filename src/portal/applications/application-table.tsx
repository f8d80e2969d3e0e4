import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import type { ApplicationSummary } from '#contract/application-record.ts';
import styles from '#ui/application/application-list.module.css';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { useOptionLabels } from '#ui/application/use-option-labels.ts';
import { formatDate } from '#ui/format/dates.ts';
import { applicationAddress } from '../addresses.ts';
import { RowActions } from './row-actions.tsx';

interface ApplicationTableProps {
  items: readonly ApplicationSummary[];
  onChanged: () => void;
}

/** A row an application; on a phone, a card. */
export function ApplicationTable({ items, onChanged }: ApplicationTableProps) {
  const { t, i18n } = useLingui();
  const labels = useOptionLabels();
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Order number</Trans>
          </th>
          <th scope="col">
            <Trans>Application time</Trans>
          </th>
          <th scope="col">
            <Trans>Purpose of use</Trans>
          </th>
          <th scope="col">
            <Trans>Processing status</Trans>
          </th>
          <th scope="col">
            <Trans>Operate</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.number}>
            <th scope="row">
              <Link to={applicationAddress(item.number)}>{item.number}</Link>
            </th>
            <td data-label={t`Application time`}>
              <time dateTime={new Date(item.createdAt).toISOString()}>
                {formatDate(item.createdAt, i18n.locale)}
              </time>
            </td>
            <td data-label={t`Purpose of use`}>
              {item.kind === 'personal' ? labels.purpose(item.purpose) : item.purpose}
            </td>
            <td data-label={t`Processing status`}>
              <StatusBadge state={item.state} kind={item.kind} />
            </td>
            <td data-label={t`Operate`}>
              <RowActions application={item} onChanged={onChanged} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
