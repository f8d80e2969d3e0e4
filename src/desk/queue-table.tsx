import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import styles from '#ui/application/application-list.module.css';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatDate } from '#ui/format/dates.ts';

/** A row an application; on a phone, a card. */
export function QueueTable({ items }: { items: CallData<'deskQueue'>['items'] }) {
  const { t, i18n } = useLingui();
  const day = (at: number) => (
    <time dateTime={new Date(at).toISOString()}>{formatDate(at, i18n.locale)}</time>
  );
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Order number</Trans>
          </th>
          <th scope="col">
            <Trans>Requester</Trans>
          </th>
          <th scope="col">
            <Trans>Processing status</Trans>
          </th>
          <th scope="col">
            <Trans>Filed on</Trans>
          </th>
          <th scope="col">
            <Trans>Last change</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.number}>
            <th scope="row">
              <Link to={`/desk/applications/${item.number}`}>{item.number}</Link>
            </th>
            <td data-label={t`Requester`}>{item.requesterEmail}</td>
            <td data-label={t`Processing status`}>
              <StatusBadge state={item.state} kind={item.kind} />
            </td>
            <td data-label={t`Filed on`}>{day(item.createdAt)}</td>
            <td data-label={t`Last change`}>{day(item.updatedAt)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
