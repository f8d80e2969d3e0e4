import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import {
  stateTable,
  type Table,
  type TableInput,
  transitionTable,
} from '#lib/statechart/chart-formats/tables.ts';
import type { Drawing } from '#lib/statechart/drawing/draw-chart.ts';
import { ChartTable } from './chart-table.tsx';
import styles from './machine.module.css';

/** Characters from which on a cell needs a column of some width. */
const LONG = 40;

interface ChartTablesProps {
  chart: TableInput;
  address: NonNullable<Drawing['address']>;
}

/** Tables with the content of the picture, for people who do not see it. */
export function ChartTables({ chart, address }: ChartTablesProps) {
  const states = chart.graph.states.filter(({ parent }) => parent !== null);
  const transitions = chart.graph.transitions.filter(({ kind }) => kind !== 'initial');
  return (
    <section className={styles.tables}>
      <h2>
        <Trans>The same as tables</Trans>
      </h2>
      <LinkedTable
        caption={<Trans>States</Trans>}
        table={stateTable(chart)}
        links={states.map(({ id }) => address('state', id))}
      />
      <LinkedTable
        caption={<Trans>Transitions</Trans>}
        table={transitionTable(chart)}
        links={transitions.map(({ id }) => address('transition', id))}
      />
    </section>
  );
}

interface LinkedTableProps {
  caption: ReactNode;
  table: Table;
  /** Address that each row's first cell links to; the second cell is its name in the chart. */
  links: readonly string[];
}

function LinkedTable({ caption, table: [heading = [], ...rows], links }: LinkedTableProps) {
  return (
    <ChartTable caption={caption} headings={heading}>
      {rows.map(([label, name, ...cells], row) => (
        <tr key={links[row]}>
          <th scope="row">
            <Link to={links[row] ?? ''} preventScrollReset>
              {label}
            </Link>
          </th>
          <td>
            <code>{name}</code>
          </td>
          {cells.map((text, cell) => (
            <td key={heading[cell + 2]} className={text.length > LONG ? styles.long : undefined}>
              {text}
            </td>
          ))}
        </tr>
      ))}
    </ChartTable>
  );
}
