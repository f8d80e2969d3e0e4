import { useLingui } from '@lingui/react/macro';
import { CardTable, DataTable } from '#ui/list/card-table.tsx';
import styles from './pictures.module.css';

interface FoldedTableProps {
  title: string;
  head: readonly [string, ...string[]];
  rows: readonly (readonly string[])[];
  isOpen?: boolean;
  isWide?: boolean;
}

export function FoldedTable(props: FoldedTableProps) {
  const { t } = useLingui();
  const { title, head, rows, isOpen = false, isWide = false } = props;
  const [first, ...others] = head;
  const name = t`Table: ${title}`;
  const Table = isWide ? CardTable : DataTable;
  return (
    <details className={styles.fold} open={isOpen}>
      <summary>{name}</summary>
      <Table
        label={name}
        rows={rows}
        keyOf={(row) => rows.indexOf(row)}
        columns={[
          { label: first, cell: ([heading]) => heading },
          ...others.map((label, index) => ({
            label,
            cell: (cells: readonly string[]) => cells[index + 1],
          })),
        ]}
      />
    </details>
  );
}
