import { useLingui } from '@lingui/react/macro';
import type { Elements } from '#ui/elements.ts';
import { CardTable, DataTable } from '#ui/list/card-table.tsx';
import styles from './pictures.module.css';

interface ChargePlotProps {
  label: string;
  /** Width of the picture, which is 100 units high. */
  width: number;
  percent: (value: number) => string;
  line: string;
  below: Elements;
  children?: Elements;
}

export function ChargePlot({ label, width, percent, line, below, children }: ChargePlotProps) {
  return (
    <div className={`fine ${styles.plot}`}>
      <div className={styles.scale} aria-hidden="true">
        {[100, 50, 0].map((value) => (
          <span key={value}>{percent(value)}</span>
        ))}
      </div>
      <svg viewBox={`0 0 ${width} 100`} preserveAspectRatio="none" role="img" aria-label={label}>
        {children}
        <path className={styles.axis} d={`M0 0H${width}M0 50H${width}M0 100H${width}`} />
        <path className={styles.line} d={line} />
      </svg>
      {below}
    </div>
  );
}

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
