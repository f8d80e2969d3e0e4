import type { ReactNode } from 'react';
import styles from './pictures.module.css';

interface Sum {
  label: string;
  /** Null if unknown: the sum is left out. */
  value: ReactNode;
  isMinor?: boolean;
}

export function Sums({ sums, className = '' }: { sums: readonly Sum[]; className?: string }) {
  return (
    <dl className={`${styles.sums} ${className}`}>
      {sums.map(
        ({ label, value, isMinor }) =>
          value !== null && (
            <div key={label} data-minor={isMinor}>
              <dt className="fine">{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
