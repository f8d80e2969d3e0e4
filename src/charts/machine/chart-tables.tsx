import { Trans, useLingui } from '@lingui/react/macro';
import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import {
  type Table as ChartTableData,
  stateTable,
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
  const { t } = useLingui();
  const states = chart.graph.states.filter(({ parent }) => parent !== null);
  const transitions = chart.graph.transitions.filter(({ kind }) => kind !== 'initial');
  return (
    <section className="stack above below">
      <h2>{t`The same as tables`}</h2>
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
  table: ChartTableData;
  /** Address that each row's first cell links to; the second cell is its name in the chart. */
  links: readonly string[];
}

function LinkedTable({ caption, table: [heading = [], ...rows], links }: LinkedTableProps) {
  return (
    <ChartTable caption={caption} headings={heading}>
      {rows.map(([label, name, ...cells], row) => (
        <Table.Tr key={links[row]}>
          <Table.Th scope="row">
            <Link to={links[row] ?? ''} preventScrollReset>
              {label}
            </Link>
          </Table.Th>
          <Table.Td>
            <code>{name}</code>
          </Table.Td>
          {cells.map((text, cell) => (
            <Table.Td
              key={heading[cell + 2]}
              className={text.length > LONG ? styles.long : undefined}
            >
              {text}
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
    </ChartTable>
  );
}
