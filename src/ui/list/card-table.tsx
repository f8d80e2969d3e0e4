import { Table } from '@mantine/core';
import '@mantine/core/styles/Table.layer.css';
import type { ReactNode } from 'react';
import styles from './card-table.module.css';

interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
  className?: string | undefined;
}

export interface DataTableProps<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  columns: readonly [Column<Row>, ...Column<Row>[]];
  caption?: ReactNode;
  label?: string;
  className?: string | undefined;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, keyOf, columns, caption, label: name, className = '' } = props;
  const [naming, ...others] = columns;
  return (
    <Table className={className} aria-label={name}>
      {caption && <Table.Caption>{caption}</Table.Caption>}
      <Table.Thead>
        <Table.Tr>
          {columns.map(({ label, className: ofColumn = '' }) => (
            <Table.Th key={label} scope="col" className={ofColumn}>
              {label}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <Table.Tr key={keyOf(row)}>
            <Table.Th scope="row">{naming.cell(row)}</Table.Th>
            {others.map(({ label, cell, className: ofColumn = '' }) => (
              <Table.Td key={label} data-label={label} className={ofColumn}>
                {cell(row)}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

export function CardTable<Row>({ className = '', ...table }: DataTableProps<Row>) {
  return <DataTable {...table} className={`${styles.cards} ${styles.table} ${className}`} />;
}
