import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import {
  type Table as ChartTableData,
  stateTable,
  type TableInput,
  transitionTable,
} from '#lib/statechart/chart-formats/tables.ts';
import type { Drawing } from '#lib/statechart/drawing/draw-chart.ts';
import { ScrollRegion } from '#ui/frame/scroll-region.tsx';
import { CardTable, type DataTableProps } from '#ui/list/card-table.tsx';
import styles from './machine.module.css';

const LONG_CELL_LENGTH = 40;

interface ChartTablesProps {
  chart: TableInput;
  address: NonNullable<Drawing['address']>;
}

export function ChartTables({ chart, address }: ChartTablesProps) {
  const { t } = useLingui();
  const states = chart.graph.states.filter(({ parent }) => parent !== null);
  const transitions = chart.graph.transitions.filter(({ kind }) => kind !== 'initial');
  return (
    <section className="stack above below">
      <h2>{t`As tables`}</h2>
      <LinkedTable
        caption={t`States`}
        table={stateTable(chart)}
        links={states.map(({ id }) => address('state', id))}
      />
      <LinkedTable
        caption={t`Transitions`}
        table={transitionTable(chart)}
        links={transitions.map(({ id }) => address('transition', id))}
      />
    </section>
  );
}

interface LinkedTableProps {
  caption: string;
  table: ChartTableData;
  /** Link target of each row's first cell. The second and last cells are names in the machine. */
  links: readonly string[];
}

function LinkedTable({ caption, table: [headings = [], ...rows], links }: LinkedTableProps) {
  const [first = '', second = '', ...others] = headings;
  return (
    <FoldedTable
      caption={caption}
      rows={rows.map((cells, index) => ({ cells, link: links[index] ?? '' }))}
      keyOf={({ link }) => link}
      columns={[
        {
          label: first,
          cell: ({ cells: [label], link }) => <Link to={link}>{label}</Link>,
        },
        { label: second, cell: ({ cells: [, name] }) => <code>{name}</code> },
        ...others.map((label, index) => ({
          label,
          className: rows.some((cells) => (cells[index + 2] ?? '').length > LONG_CELL_LENGTH)
            ? styles.long
            : undefined,
          cell: ({ cells }: { cells: readonly string[] }) => {
            const text = cells[index + 2];
            return index === others.length - 1 && text ? <code>{text}</code> : text;
          },
        })),
      ]}
    />
  );
}

type NamedTableProps<Row> = DataTableProps<Row> & { caption: string };

export function ChartTable<Row>(table: NamedTableProps<Row>) {
  return (
    <ScrollRegion className={styles.scroll} label={table.caption}>
      <CardTable {...table} className={styles.table} />
    </ScrollRegion>
  );
}

export function FoldedTable<Row>({ caption, ...table }: NamedTableProps<Row>) {
  return (
    <details className={styles.fold}>
      <summary>{caption}</summary>
      <ScrollRegion className={styles.scroll} label={caption}>
        <CardTable {...table} label={caption} className={styles.table} />
      </ScrollRegion>
    </details>
  );
}
