import { Table } from '@mantine/core';
import '@mantine/core/styles/Table.layer.css';
import type { ReactNode } from 'react';
import { ScrollRegion } from '#ui/frame/scroll-region.tsx';
import styles from './machine.module.css';

interface ChartTableProps {
  caption: ReactNode;
  headings: readonly string[];
  /** Name of the region, where no cell has anything to focus: the keyboard reaches the table itself. */
  region?: string;
  /** The rows. */
  children: ReactNode;
}

/** A table of the charts' pages; what is wider than the page scrolls in its place. */
export function ChartTable({ caption, headings, children, region }: ChartTableProps) {
  const table = (
    <Table className={styles.table}>
      <Table.Caption>{caption}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          {headings.map((text) => (
            <Table.Th key={text} scope="col">
              {text}
            </Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>{children}</Table.Tbody>
    </Table>
  );
  if (region === undefined) return <div className={styles.scroll}>{table}</div>;
  return (
    <ScrollRegion className={styles.scroll} label={region}>
      {table}
    </ScrollRegion>
  );
}
