import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Elements } from '#ui/elements.ts';
import styles from './application.module.css';

export interface SummaryRow {
  label: string;
  value: ReactNode;
  isOptional?: boolean;
}

interface SummaryListProps {
  rows: readonly SummaryRow[];
  action?: Elements;
  title?: ReactNode;
}

export function SummaryList({ rows, title, action }: SummaryListProps) {
  const { t } = useLingui();
  return (
    <div className={styles.summary}>
      {title && (
        <div className={`row row-apart ${styles.head}`}>
          <h3>{title}</h3>
          {action}
        </div>
      )}
      <dl>
        {rows
          .filter(({ value, isOptional }) => value || !isOptional)
          .map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value || t`Not given`}</dd>
            </div>
          ))}
      </dl>
    </div>
  );
}
