import type { ReactNode } from 'react';
import styles from './machine.module.css';

interface ChartTableProps {
  caption: ReactNode;
  headings: readonly string[];
  /** The rows. */
  children: ReactNode;
}

/** A table of the charts' pages; what is wider than the page scrolls in its place. */
export function ChartTable({ caption, headings, children }: ChartTableProps) {
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {headings.map((text) => (
              <th key={text} scope="col">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
