import '@mantine/core/styles/Table.layer.css';
import { Plural, useLingui } from '@lingui/react/macro';
import { Checkbox, Table } from '@mantine/core';
import type { Ref, RefObject } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { QueueOrder } from '#contract/queue-codes.ts';
import { initialsOf } from '#ui/account/account-button.tsx';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { Glyph } from '#ui/brand/glyph.tsx';
import { daysUntil, formatDate, formatRelative, formatShortDay } from '#ui/format/dates.ts';
import { queueKeys, Shortcuts } from '../keyboard/shortcuts.tsx';
import { useStaff } from '../staff-context.ts';
import { orderAddress, type QueueItem, readOrder } from './queue-address.ts';
import styles from './queue-table.module.css';
import { orderWords, outcomeWords, useDensity } from './queue-tools.tsx';

interface QueueTableProps {
  items: readonly QueueItem[];
  changed: readonly string[];
  chosen: readonly string[] | null;
  onChoose: (numbers: readonly string[]) => void;
  onOpen: (number: string) => void;
  ref: Ref<HTMLTableElement>;
}

export function QueueTable(props: QueueTableProps) {
  const { items, changed, chosen, onChoose, onOpen, ref } = props;
  const { t, i18n } = useLingui();
  const { density } = useDensity();
  return (
    <div className={styles.rows}>
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
            {(['due', 'number', 'requester'] as const).map((column) => (
              <SortedHead key={column} column={column} label={i18n._(orderWords[column])} />
            ))}
            <Table.Th scope="col" className={styles.purpose}>
              {t`Purpose of use`}
            </Table.Th>
            <SortedHead column="status" label={i18n._(orderWords.status)} />
            <Table.Th scope="col" className={styles.days}>
              {t`Days used`}
            </Table.Th>
            <SortedHead column="assignee" label={i18n._(orderWords.assignee)} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => {
            const { number, userName } = item;
            const filed = formatDate(item.createdAt, i18n.locale);
            const user = userName && t`for ${userName}`;
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
                            : chosen.filter((each) => each !== number),
                        )
                      }
                    />
                  </Table.Td>
                )}
                <Table.Td className={styles.due}>
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
                  {changed.includes(number) && <Tag isMark>{t`Changed`}</Tag>}
                  <small>{t`Filed on ${filed}`}</small>
                </Table.Th>
                <Table.Td className={styles.name}>
                  <div title={[item.requesterName, user].filter(Boolean).join(' ')}>
                    <Kind item={item} />
                    <span>{` ${item.requesterName}`}</span>
                    {user && <span className="soft">{` ${user}`}</span>}
                  </div>
                  <small>{item.requesterEmail}</small>
                </Table.Td>
                <Table.Td className={styles.purpose}>
                  <div title={item.purpose}>{item.purpose}</div>
                </Table.Td>
                <Table.Td className={styles.status}>
                  <StatusBadge state={item.state} kind={item.kind} />
                  {item.isAnswered && <Tag isMark>{t`Answered`}</Tag>}
                  {item.outcome && <Tag>{i18n._(outcomeWords[item.outcome])}</Tag>}
                </Table.Td>
                <Table.Td className={styles.days}>
                  <DaysUsed clock={item.clock} />
                </Table.Td>
                <Table.Td className={styles.assignee}>
                  <Assignee item={item} />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Tag({ isMark, children }: { isMark?: boolean; children: string }) {
  return <span className={`tag ${styles.tag} ${isMark ? styles.mark : ''}`}>{` ${children}`}</span>;
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

function Kind({ item: { kind, isForThirdParty } }: { item: QueueItem }) {
  const { t } = useLingui();
  const [glyph, label] =
    kind === 'public'
      ? (['building', t`Public sector body`] as const)
      : isForThirdParty
        ? (['people', t`Third party`] as const)
        : (['person', t`User`] as const);
  return (
    <span title={label}>
      <Glyph name={glyph} />
      <span className="visually-hidden">{label}</span>
    </span>
  );
}

const NEAR_DAYS = 1;

function Due({ item: { dueDay, isOverdue } }: { item: QueueItem }) {
  const { t, i18n } = useLingui();
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
        {isOverdue && late <= 0 && <span>{t`Overdue`}</span>}
        {!isOverdue && <span>{formatRelative(days, 'day', i18n.locale)}</span>}
      </b>
      <time dateTime={dueDay}>{` ${formatShortDay(dueDay, i18n.locale)}`}</time>
    </>
  );
}

function DaysUsed({ clock: { basis, limit, used } }: { clock: QueueItem['clock'] }) {
  const { t } = useLingui();
  const isInWorkingDays = basis === 'workingDays';
  return (
    <span title={isInWorkingDays ? t`Working days` : t`Days`}>
      {isInWorkingDays ? t`${used} of ${limit} wd` : t`${used} of ${limit}`}
    </span>
  );
}

function Assignee({ item: { assignee, previousAssignee } }: { item: QueueItem }) {
  const { t } = useLingui();
  const { user } = useStaff();
  if (!assignee) return <span className="soft">{t`Nobody`}</span>;
  const isOwn = assignee.id === user.id;
  const handedOver = previousAssignee && t`Handed over to you by ${nameOf(previousAssignee.email)}`;
  return (
    <span className={styles.own} data-initials={initialsOf(assignee.email)}>
      {isOwn && handedOver ? (
        <span className={styles.handedOver} title={handedOver}>
          {handedOver}
        </span>
      ) : (
        <span title={nameOf(assignee.email)}>{isOwn ? t`You` : nameOf(assignee.email)}</span>
      )}
    </span>
  );
}

/** Local part of an address: the domain is the same for all staff. */
const nameOf = (email: string) => email.split('@')[0] ?? email;
