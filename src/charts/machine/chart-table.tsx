import type { ReactNode } from 'react';
import { ScrollRegion } from '#ui/frame/scroll-region.tsx';
import styles from './machine.module.css';

type ChartTableProps = {
  headings: readonly string[];
  /** The rows. */
  children: ReactNode;
} & (
  | { caption: ReactNode; isPlain?: false }
  /** No cell has anything to focus: the keyboard reaches the table itself. */
  | { caption: string; isPlain: true }
);

/** A table of the charts' pages; what is wider than the page scrolls in its place. */
export function ChartTable({ caption, headings, children, isPlain }: ChartTableProps) {
  const table = (
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
  );
  if (!isPlain) return <div className={styles.scroll}>{table}</div>;
  return (
    <ScrollRegion className={styles.scroll} label={caption}>
      {table}
    </ScrollRegion>
  );
}
