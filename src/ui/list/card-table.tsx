import { Table } from '@mantine/core';
import '@mantine/core/styles/Table.layer.css';
import type { ReactNode, Ref } from 'react';
import styles from './card-table.module.css';

interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
}

interface CardTableProps<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** The first column is the row header. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
  className?: string | undefined;
  ref?: Ref<HTMLTableElement>;
}

/** Table; on a phone each row is a card in which every value has its column label. */
export function CardTable<Row>({ rows, keyOf, columns, className = '', ref }: CardTableProps<Row>) {
  const [naming, ...others] = columns;
  return (
    <Table ref={ref} className={`${styles.cards} ${styles.table} ${className}`}>
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ label }) => (
            <Table.Th key={label} scope="col">
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={keyOf(row)}>
            <Table.Th scope="row">{naming.cell(row)}</Table.Th>
            {others.map(({ label, cell }) => (
              <Table.Td key={label} data-label={label}>
                {cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
