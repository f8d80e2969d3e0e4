import { useLingui } from '@lingui/react/macro';
import { Table } from '@mantine/core';
import { Link } from 'react-router-dom';
import { casesAddress, type Filter } from '#charts/addresses.ts';
import { ChartTable } from '#charts/machine/chart-table.tsx';
import { type ChartAsset, labelOf } from '#charts/picture/use-chart.ts';
import { useCasesAllowed } from '#charts/use-staff.ts';
import { sampleWords } from '#charts/words/sample-words.ts';
import type { Drawing } from '#lib/statechart/drawing/draw-chart.ts';
import type { CallData } from '#ui/calls/call-types.ts';
import { useFigureWords } from './use-figure-words.ts';

interface FigureTablesProps {
  figures: CallData<'chartFigures'>;
  filter: Filter;
  chart: ChartAsset;
  /** Address in the picture that a row links to. */
  address: NonNullable<Drawing['address']>;
  /** A row was followed there. */
  onShow: () => void;
}

/** The figures as tables; a count leads to its cases where the reader may see them. */
export function FigureTables({ figures, filter, chart, address, onShow }: FigureTablesProps) {
  const { t, i18n } = useLingui();
  const { count, percent, duration } = useFigureWords();
  const isOpen = useCasesAllowed();
  const { events } = sampleWords(i18n.t);
  const label = (id: string) => labelOf(chart, id);
  const cases = (value: number, of: Record<string, string>, name: string) =>
    isOpen && value > 0 ? (
      <Link to={casesAddress(filter, of)} aria-label={t`Applications: ${count(value)}, ${name}`}>
        {count(value)}
      </Link>
    ) : (
      count(value)
    );
  const stateHeadings = [t`State`, t`Now`, t`Late`, t`Median so far`, t`Entered`, t`Left`].concat([
    t`Median stay`,
    t`90 % stay at most`,
  ]);
  const transitionHeadings = [t`Transition`, t`From`, t`To`, t`Times`, t`Share of exits`].concat([
    t`Back into a state`,
    t`Median wait`,
  ]);
  return (
    <section className="stack above below">
      <h2>{t`The figures as tables`}</h2>
      <ChartTable caption={t`States`} headings={stateHeadings}>
        {figures.states.map((each) => (
          <Table.Tr key={each.state}>
            <Table.Th scope="row">
              <Link to={address('state', each.state)} onClick={onShow}>
                {label(each.state)}
              </Link>
            </Table.Th>
            <Table.Td>{cases(each.now, { state: each.state }, label(each.state))}</Table.Td>
            <Table.Td>{count(each.overdue)}</Table.Td>
            <Table.Td>{duration(each.openMedian)}</Table.Td>
            <Table.Td>{count(each.entered)}</Table.Td>
            <Table.Td>{count(each.left)}</Table.Td>
            <Table.Td>{duration(each.median)}</Table.Td>
            <Table.Td>{duration(each.p90)}</Table.Td>
          </Table.Tr>
        ))}
      </ChartTable>
      <ChartTable caption={t`Transitions`} headings={transitionHeadings}>
        {figures.transitions.map((each) => {
          const transition = chart.graph.transitions.find(({ id }) => id === each.id);
          const event = events[transition?.event ?? ''] ?? each.id;
          return (
            <Table.Tr key={each.id}>
              <Table.Th scope="row">
                <Link to={address('transition', each.id)} onClick={onShow}>
                  {event}
                </Link>{' '}
                <code>{transition?.label}</code>
              </Table.Th>
              <Table.Td>{label(transition?.source ?? '')}</Table.Td>
              <Table.Td>{label(transition?.targets[0] ?? '')}</Table.Td>
              <Table.Td>{cases(each.count, { transition: each.id }, event)}</Table.Td>
              <Table.Td>{percent(each.share)}</Table.Td>
              <Table.Td>{count(each.repeats)}</Table.Td>
              <Table.Td>{duration(each.median)}</Table.Td>
            </Table.Tr>
          );
        })}
      </ChartTable>
    </section>
  );
}
