import type { ReactNode, Ref } from 'react';
import styles from './card-table.module.css';

interface Column<Row> {
  label: string;
  cell: (row: Row) => ReactNode;
}

interface CardTableProps<Row> {
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** The first one names the row. */
  columns: readonly [Column<Row>, ...Column<Row>[]];
  className?: string | undefined;
  ref?: Ref<HTMLTableElement>;
}

/** A table; on a phone each row is a card, in which every value carries its column's label. */
export function CardTable<Row>({ rows, keyOf, columns, className = '', ref }: CardTableProps<Row>) {
  const [naming, ...others] = columns;
  return (
    <table ref={ref} className={`${styles.table} ${className}`}>
      <thead>
        <tr>
          {columns.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            <th scope="row">{naming.cell(row)}</th>
            {others.map(({ label, cell }) => (
              <td key={label} data-label={label}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
