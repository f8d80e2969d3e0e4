import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { casesAddress, type Filter } from '#charts/filter/figure-filter.ts';
import { ChartTable } from '#charts/machine/chart-table.tsx';
import machineStyles from '#charts/machine/machine.module.css';
import type { ChartAsset } from '#charts/picture/use-chart.ts';
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
  const label = (id: string) => chart.layout.states.find((state) => state.id === id)?.label ?? id;
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
    <section className={machineStyles.tables}>
      <h2>
        <Trans>The figures as tables</Trans>
      </h2>
      <ChartTable caption={t`States`} headings={stateHeadings}>
        {figures.states.map((each) => (
          <tr key={each.state}>
            <th scope="row">
              <Link to={address('state', each.state)} onClick={onShow}>
                {label(each.state)}
              </Link>
            </th>
            <td>{cases(each.now, { state: each.state }, label(each.state))}</td>
            <td>{count(each.overdue)}</td>
            <td>{duration(each.openMedian)}</td>
            <td>{count(each.entered)}</td>
            <td>{count(each.left)}</td>
            <td>{duration(each.median)}</td>
            <td>{duration(each.p90)}</td>
          </tr>
        ))}
      </ChartTable>
      <ChartTable caption={t`Transitions`} headings={transitionHeadings}>
        {figures.transitions.map((each) => {
          const transition = chart.graph.transitions.find(({ id }) => id === each.id);
          const event = events[transition?.event ?? ''] ?? each.id;
          return (
            <tr key={each.id}>
              <th scope="row">
                <Link to={address('transition', each.id)} onClick={onShow}>
                  {event}
                </Link>{' '}
                <code>{transition?.label}</code>
              </th>
              <td>{label(transition?.source ?? '')}</td>
              <td>{label(transition?.targets[0] ?? '')}</td>
              <td>{cases(each.count, { transition: each.id }, event)}</td>
              <td>{percent(each.share)}</td>
              <td>{count(each.repeats)}</td>
              <td>{duration(each.median)}</td>
            </tr>
          );
        })}
      </ChartTable>
    </section>
  );
}
