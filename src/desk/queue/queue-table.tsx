import '@mantine/core/styles/Table.layer.css';
import { useLingui } from '@lingui/react/macro';
import { Checkbox, Table } from '@mantine/core';
import type { Ref, RefObject } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { QueueOrder } from '#contract/queue-codes.ts';
import { StatusBadge } from '#ui/application/status-badge.tsx';
import { formatDate } from '#ui/format/dates.ts';
import { queueKeys, Shortcuts } from '../keyboard/shortcuts.tsx';
import type { Density } from './density-switch.tsx';
import { orderAddress, type QueueItem, readOrder } from './queue-address.ts';
import { Assignee, DaysUsed, Due, Kind } from './queue-cells.tsx';
import styles from './queue-table.module.css';
import { useOrderWords, useOutcomeWords } from './queue-tools.tsx';

interface QueueTableProps {
  items: readonly QueueItem[];
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
  const labels = useOrderWords();
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
              <SortedHead key={column} column={column} label={labels[column]} />
            ))}
            <Table.Th scope="col" className={styles.purpose}>
              {t`Purpose of use`}
            </Table.Th>
            <SortedHead column="status" label={labels.status} />
            <Table.Th scope="col" className={styles.days}>
              {t`Days used`}
            </Table.Th>
            <SortedHead column="assignee" label={labels.assignee} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => {
            const { number } = item;
            const filed = formatDate(item.createdAt, i18n.locale);
            const { userName } = item;
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
                            : chosen.filter((one) => one !== number),
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
                  {item.outcome && <Tag>{outcomeWords[item.outcome]}</Tag>}
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
