import '@mantine/core/styles/Table.layer.css';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Table } from '@mantine/core';
import type { Ref, RefObject } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { QueueOrder } from '#contract/queue.ts';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { Glyph } from '#ui/brand/glyph.tsx';
import type { CallData } from '#ui/calls/call-types.ts';
import { daysUntil, formatDate, formatRelative, formatShortDay } from '#ui/format/dates.ts';
import { queueKeys, Shortcuts } from '../keyboard/shortcuts.tsx';
import { useStaff } from '../staff-context.ts';
import type { Density } from './density-switch.tsx';
import styles from './queue.module.css';
import { orderAddress, readOrder } from './queue-address.ts';
import { useOutcomeWords } from './queue-tools.tsx';

type Item = CallData<'deskQueue'>['items'][number];

interface QueueTableProps {
  items: readonly Item[];
  /** Numbers of the applications that colleagues or requesters changed meanwhile. */
  changed: readonly string[];
  density: Density;
  chosen: readonly string[] | null;
  onChoose: (numbers: readonly string[]) => void;
  onOpen: (number: string) => void;
  ref: Ref<HTMLTableElement>;
}

export function QueueTable(props: QueueTableProps) {
  const { items, changed, density, chosen, onChoose, onOpen, ref } = props;
  const { t, i18n } = useLingui();
  const outcomeWords = useOutcomeWords();
  const labels: Record<QueueOrder, string> = {
    due: t`Due`,
    number: t`Application number`,
    requester: t`Requester`,
    status: t`Processing status`,
    filed: t`Filed on`,
    assignee: t`Taken by`,
  };
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
            <Table.Tr key={number}>
              {chosen && (
                <Table.Td className={styles.pick}>
                  <Checkbox
                    data-choice={number}
                    aria-label={t`Select ${number}`}
                    checked={chosen.includes(number)}
                    onChange={(event) =>
                      onChoose(
                        event.currentTarget.checked
                          ? [...chosen, number]
                          : chosen.filter((one) => one !== number),
                      )
                    }
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
                {changed.includes(number) && <small>{t`Changed`}</small>}
              </Table.Th>
              <Table.Td data-label={labels.requester}>
                <Kind kind={item.kind} />
                <span>{` ${item.requesterName}`}</span>
                <small>{item.requesterEmail}</small>
              </Table.Td>
              <Table.Td data-label={labels.status}>
                <StatusBadge state={item.state} kind={item.kind} />
                {item.outcome && <small>{outcomeWords[item.outcome]}</small>}
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

const NEAR_DAYS = 1;

function Due({ item: { dueDay, isOverdue } }: { item: Item }) {
  const { i18n } = useLingui();
  if (dueDay === null) return <span>–</span>;
  const days = daysUntil(dueDay);
  const late = -days;
  const urgency = isOverdue ? 'over' : days <= NEAR_DAYS ? 'near' : 'later';
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

interface QueueShortcutsProps {
  table: RefObject<HTMLTableElement | null>;
  onTake: (number: string) => void;
}

export function QueueShortcuts({ table, onTake }: QueueShortcutsProps) {
  function focusedRow() {
    const links = [...(table.current?.querySelectorAll<HTMLElement>('[data-number]') ?? [])];
    const row = document.activeElement?.closest('tr');
    const index = links.findIndex((link) => link.closest('tr') === row);
    return { links, index, link: links[index] };
  }
  const step = (by: number) => {
    const { links, index } = focusedRow();
    links[Math.max(0, Math.min(index + by, links.length - 1))]?.focus();
  };
  const actions = {
    j: () => step(1),
    k: () => step(-1),
    o: () => focusedRow().link?.click(),
    x: () => focusedRow().link?.closest('tr')?.querySelector<HTMLElement>('[data-choice]')?.click(),
    t: () => {
      const number = focusedRow().link?.dataset.number;
      if (number) onTake(number);
    },
    '/': () => document.querySelector<HTMLInputElement>('input[name=search]')?.focus(),
  };
  return <Shortcuts keys={queueKeys} actions={actions} />;
}
