import type { ReactNode } from 'react';
import styles from './summary-list.module.css';

interface SummaryRow {
  /** No two rows of a list have the same. */
  label: string;
  /** A row without a value is left out. */
  value: ReactNode;
}

interface SummaryListProps {
  rows: readonly SummaryRow[];
  /** What can be done about the rows, beside the title. */
  action?: ReactNode;
  title?: ReactNode;
}

/** Questions with their answers. */
export function SummaryList({ rows, title, action }: SummaryListProps) {
  return (
    <div className={styles.summary}>
      {title && (
        <div className={styles.head}>
          <h3>{title}</h3>
          {action}
        </div>
      )}
      <dl>
        {rows
          .filter(({ value }) => value !== undefined && value !== null && value !== '')
          .map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
