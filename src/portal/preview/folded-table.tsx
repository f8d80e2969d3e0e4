import { useLingui } from '@lingui/react/macro';
import { ScrollRegion } from '#ui/frame/scroll-region.tsx';
import { DataTable } from '#ui/list/card-table.tsx';
import styles from './preview.module.css';

interface FoldedTableProps {
  title: string;
  head: readonly [string, ...string[]];
  /** Cells of each row; the first one is its heading. */
  rows: readonly (readonly string[])[];
  isOpen?: boolean;
}

/** Table with the content of the picture with this title. */
export function FoldedTable({ title, head: [first, ...others], rows, isOpen }: FoldedTableProps) {
  const { t } = useLingui();
  const name = t`Table: ${title}`;
  return (
    <details className={styles.fold} open={isOpen}>
      <summary>{name}</summary>
      <ScrollRegion className={styles.scroll} label={name}>
        <DataTable
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
      </ScrollRegion>
    </details>
  );
}
