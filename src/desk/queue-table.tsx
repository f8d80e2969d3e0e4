import { Trans, useLingui } from '@lingui/react/macro';
import type { Ref } from 'react';
import { Link } from 'react-router-dom';
import listStyles from '#ui/application/application-list.module.css';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { Glyph } from '#ui/brand/glyph.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatDay } from '#ui/format/dates.ts';
import styles from './queue-page.module.css';
import { useStaff } from './staff-context.ts';

type Item = CallData<'deskQueue'>['items'][number];

/** A row an application; on a phone, a card. */
export function QueueTable({ items, ref }: { items: readonly Item[]; ref: Ref<HTMLTableElement> }) {
  const { t } = useLingui();
  return (
    <table ref={ref} className={`${listStyles.table} ${styles.queue}`}>
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
            <Trans>Due</Trans>
          </th>
          <th scope="col">
            <Trans>Taken by</Trans>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.number}>
            <th scope="row">
              <Link to={`/desk/applications/${item.number}`} data-number={item.number}>
                {item.number}
              </Link>
              <small>
                {item.kind === 'public' ? t`Public sector body` : t`User or third party`}
              </small>
            </th>
            <td data-label={t`Requester`}>
              {item.requesterName}
              <small>{item.requesterEmail}</small>
            </td>
            <td data-label={t`Processing status`}>
              <StatusBadge state={item.state} kind={item.kind} />
            </td>
            <td data-label={t`Due`}>
              <Due item={item} />
            </td>
            <td data-label={t`Taken by`}>
              <Assignee item={item} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const DAY = 86_400_000;

function Due({ item: { dueAt, dueDay, isOverdue } }: { item: Item }) {
  const { i18n } = useLingui();
  if (dueAt === null || dueDay === null) return '–';
  const days = Math.round((dueAt - Date.now()) / DAY);
  const distance = new Intl.RelativeTimeFormat(i18n.locale, { numeric: 'auto' });
  return (
    <>
      <time dateTime={dueDay}>{formatDay(dueDay, i18n.locale)}</time>
      <small data-overdue={isOverdue || undefined}>
        {isOverdue && (
          <>
            <Glyph name="warning" /> <Trans>Overdue</Trans>{' '}
          </>
        )}
        {distance.format(days, 'day')}
      </small>
    </>
  );
}

function Assignee({ item: { assignee } }: { item: Item }) {
  const { t } = useLingui();
  const { user } = useStaff();
  if (!assignee) return '–';
  return assignee.id === user.id ? <b>{t`You`}</b> : assignee.email;
}
