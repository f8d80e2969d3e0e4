import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Table } from '@mantine/core';
import '@mantine/core/styles/Table.layer.css';
import type { Ref } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { QueueOrder } from '#contract/queue.ts';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { Glyph } from '#ui/brand/glyph.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { daysUntil, formatDate, formatRelative, formatShortDay } from '#ui/format/dates.ts';
import type { Density } from './queue/density.ts';
import { orderAddress, readOrder } from './queue/queue-order.ts';
import styles from './queue-page.module.css';
import { useStaff } from './staff-context.ts';

type Item = CallData<'deskQueue'>['items'][number];

interface QueueTableProps {
  items: readonly Item[];
  density: Density;
  /** Numbers of the rows that are chosen; null for who can do nothing with them. */
  chosen: readonly string[] | null;
  onChoose: (numbers: readonly string[]) => void;
  onOpen: (number: string) => void;
  ref: Ref<HTMLTableElement>;
}

/** A row an application; on a phone, a card. */
export function QueueTable(props: QueueTableProps) {
  const { items, density, chosen, onChoose, onOpen, ref } = props;
  const { t, i18n } = useLingui();
  const labels: Record<QueueOrder, string> = {
    due: t`Due`,
    number: t`Order number`,
    requester: t`Requester`,
    status: t`Processing status`,
    filed: t`Filed on`,
    assignee: t`Taken by`,
  };
  const toggle = (number: string) =>
    chosen?.includes(number)
      ? onChoose(chosen.filter((one) => one !== number))
      : onChoose([...(chosen ?? []), number]);
  return (
    <Table ref={ref} className={styles.queue} data-rows={density}>
      <Table.Thead>
        <Table.Tr>
          {chosen && (
            <Table.Th scope="col">
              <Checkbox
                aria-label={t`Select all on this page`}
                checked={chosen.length === items.length}
                onChange={(event) =>
                  onChoose(event.currentTarget.checked ? items.map(({ number }) => number) : [])
                }
              />
            </Table.Th>
          )}
          {(Object.keys(labels) as QueueOrder[]).map((column) => (
            <SortedHead key={column} column={column} label={labels[column]} />
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {items.map((item) => {
          const { number } = item;
          return (
            <Table.Tr key={number} data-chosen={chosen?.includes(number) || undefined}>
              {chosen && (
                <Table.Td className={styles.pick}>
                  <Checkbox
                    data-choice={number}
                    aria-label={t`Select ${number}`}
                    checked={chosen.includes(number)}
                    onChange={() => toggle(number)}
                  />
                </Table.Td>
              )}
              <Table.Td className={styles.due} data-label={labels.due}>
                <Due item={item} />
              </Table.Td>
              <Table.Th scope="row">
                <Link
                  to={`/desk/applications/${number}`}
                  className={styles.number}
                  data-number={number}
                  onClick={() => onOpen(number)}
                >
                  {number}
                </Link>
              </Table.Th>
              <Table.Td data-label={labels.requester}>
                <Kind kind={item.kind} />
                <span>{` ${item.requesterName}`}</span>
                <small>{item.requesterEmail}</small>
              </Table.Td>
              <Table.Td data-label={labels.status}>
                <StatusBadge state={item.state} kind={item.kind} />
              </Table.Td>
              <Table.Td className={`soft ${styles.soft}`} data-label={labels.filed}>
                <span className="whole">{formatDate(item.createdAt, i18n.locale)}</span>
              </Table.Td>
              <Table.Td className={`soft ${styles.soft}`} data-label={labels.assignee}>
                <Assignee item={item} />
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

/** Heading of a column, by which the queue is sorted. */
function SortedHead({ column, label }: { column: QueueOrder; label: string }) {
  const [address] = useSearchParams();
  const { sort = 'due', descending } = readOrder(address);
  const isSorted = sort === column;
  return (
    <Table.Th
      scope="col"
      {...(isSorted && { 'aria-sort': descending ? 'descending' : ('ascending' as const) })}
    >
      <Link to={orderAddress(address, column)}>
        <span>{label}</span>
        <span aria-hidden="true">{isSorted && (descending ? ' ▼' : ' ▲')}</span>
      </Link>
    </Table.Th>
  );
}

function Kind({ kind }: Pick<Item, 'kind'>) {
  const { t } = useLingui();
  const label = kind === 'public' ? t`Public sector body` : t`User or third party`;
  return (
    <span title={label}>
      <Glyph name={kind === 'public' ? 'building' : 'person'} />
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

/** Days from which on a date is near. */
const NEAR = 1;

function Due({ item: { dueDay, isOverdue } }: { item: Item }) {
  const { i18n } = useLingui();
  if (dueDay === null) return <span>–</span>;
  const days = daysUntil(dueDay);
  const late = -days;
  const urgency = isOverdue ? 'over' : days <= NEAR ? 'near' : 'later';
  return (
    <>
      <b data-urgency={urgency}>
        {isOverdue && late > 0 && (
          <Plural value={late} one="# day overdue" other="# days overdue" />
        )}
        {isOverdue && late <= 0 && <Trans>Overdue</Trans>}
        {!isOverdue && <span>{formatRelative(days, 'day', i18n.locale)}</span>}
      </b>
      <time dateTime={dueDay}>{` ${formatShortDay(dueDay, i18n.locale)}`}</time>
    </>
  );
}

function Assignee({ item: { assignee } }: { item: Item }) {
  const { t } = useLingui();
  const { user } = useStaff();
  if (!assignee) return <span>–</span>;
  return assignee.id === user.id ? <b>{t`You`}</b> : <span>{assignee.email}</span>;
}
