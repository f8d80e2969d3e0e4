import { Trans, useLingui } from '@lingui/react/macro';
import type { Ref } from 'react';
import { Link } from 'react-router-dom';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { Glyph } from '#ui/brand/glyph.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { formatDay } from '#ui/format/dates.ts';
import { CardTable } from '#ui/list/card-table.tsx';
import styles from './queue-page.module.css';
import { useStaff } from './staff-context.ts';

type Item = CallData<'deskQueue'>['items'][number];

/** A row an application; on a phone, a card. */
export function QueueTable({ items, ref }: { items: readonly Item[]; ref: Ref<HTMLTableElement> }) {
  const { t } = useLingui();
  return (
    <CardTable
      ref={ref}
      className={styles.queue}
      rows={items}
      keyOf={({ number }) => number}
      columns={[
        {
          label: t`Order number`,
          cell: ({ number, kind }) => (
            <>
              <Link to={`/desk/applications/${number}`} data-number={number}>
                {number}
              </Link>
              <small>{kind === 'public' ? t`Public sector body` : t`User or third party`}</small>
            </>
          ),
        },
        {
          label: t`Requester`,
          cell: ({ requesterName, requesterEmail }) => (
            <>
              {requesterName}
              <small>{requesterEmail}</small>
            </>
          ),
        },
        {
          label: t`Processing status`,
          cell: ({ state, kind }) => <StatusBadge state={state} kind={kind} />,
        },
        { label: t`Due`, cell: (item) => <Due item={item} /> },
        { label: t`Taken by`, cell: (item) => <Assignee item={item} /> },
      ]}
    />
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
