import { useLingui } from '@lingui/react/macro';
import { Table } from '@mantine/core';
import '@mantine/core/styles/Table.layer.css';
import { formatNumber } from '#ui/format/numbers.ts';
import styles from './figures.module.css';

interface BarRow {
  key: string;
  name: string;
  count: number;
  /** Of those, past their date; left out where nothing can be late. */
  overdue?: number;
  /** A further number, in a column of its own. */
  more?: number;
}

interface BarTableProps {
  caption: string;
  /** Headings of the rows' names, of the numbers, and of the further one. */
  headings: { name: string; count: string; more?: string };
  rows: readonly BarRow[];
}

/** Numbers as a table, each with its bar; what is late is a hatched part of it. */
export function BarTable({ caption, headings, rows }: BarTableProps) {
  const { t, i18n } = useLingui();
  const most = Math.max(1, ...rows.map(({ count }) => count));
  const number = (value: number) => formatNumber(value, i18n.locale);
  const share = (value: number) => ({ inlineSize: `${(100 * value) / most}%` });
  const canBeLate = rows.some(({ overdue }) => overdue !== undefined);
  return (
    <Table className={styles.table} aria-label={caption}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{headings.name}</Table.Th>
          <Table.Th scope="col" className={styles.number}>
            {headings.count}
          </Table.Th>
          {canBeLate && (
            <Table.Th scope="col" className={styles.number}>
              {t`Overdue`}
            </Table.Th>
          )}
          {headings.more && (
            <Table.Th scope="col" className={styles.number}>
              {headings.more}
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ key, name, count, overdue = 0, more = 0 }) => (
          <Table.Tr key={key}>
            <Table.Th scope="row">
              <span>{name}</span>
              <span className={styles.bar} aria-hidden="true">
                <i className={styles.lateBar} style={share(overdue)} />
                <i style={share(count - overdue)} />
              </span>
            </Table.Th>
            <Table.Td className={styles.number}>{number(count)}</Table.Td>
            {canBeLate && <Table.Td className={styles.number}>{number(overdue)}</Table.Td>}
            {headings.more && <Table.Td className={styles.number}>{number(more)}</Table.Td>}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
