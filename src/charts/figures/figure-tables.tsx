import { useLingui } from '@lingui/react/macro';
import { Link } from 'react-router-dom';
import { casesAddress, type Filter } from '#charts/addresses.ts';
import { FoldedTable } from '#charts/machine/chart-table.tsx';
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
  address: NonNullable<Drawing['address']>;
  onShow: () => void;
}

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
  const taken = (id: string) => chart.graph.transitions.find((each) => each.id === id);
  const eventOf = (id: string) => events[taken(id)?.event ?? ''] ?? id;
  return (
    <section className="stack above below">
      <h2>{t`The figures as tables`}</h2>
      <FoldedTable
        caption={t`States`}
        rows={figures.states}
        keyOf={({ state }) => state}
        columns={[
          {
            label: t`State`,
            cell: ({ state }) => (
              <Link to={address('state', state)} onClick={onShow}>
                {label(state)}
              </Link>
            ),
          },
          { label: t`Now`, cell: ({ state, now }) => cases(now, { state }, label(state)) },
          { label: t`Late`, cell: ({ overdue }) => count(overdue) },
          { label: t`Median so far`, cell: ({ openMedian }) => duration(openMedian) },
          { label: t`Entered`, cell: ({ entered }) => count(entered) },
          { label: t`Left`, cell: ({ left }) => count(left) },
          { label: t`Median stay`, cell: ({ median }) => duration(median) },
          { label: t`90 % within`, cell: ({ p90 }) => duration(p90) },
        ]}
      />
      <FoldedTable
        caption={t`Transitions`}
        rows={figures.transitions}
        keyOf={({ id }) => id}
        columns={[
          {
            label: t`Transition`,
            cell: ({ id }) => (
              <span>
                <Link to={address('transition', id)} onClick={onShow}>
                  {eventOf(id)}
                </Link>{' '}
                <code>{taken(id)?.label}</code>
              </span>
            ),
          },
          { label: t`From`, cell: ({ id }) => label(taken(id)?.source ?? '') },
          { label: t`To`, cell: ({ id }) => label(taken(id)?.targets[0] ?? '') },
          {
            label: t`Times`,
            cell: ({ id, count: times }) => cases(times, { transition: id }, eventOf(id)),
          },
          { label: t`Share of exits`, cell: ({ share }) => percent(share) },
          { label: t`Re-entries`, cell: ({ repeats }) => count(repeats) },
          { label: t`Median wait`, cell: ({ median }) => duration(median) },
        ]}
      />
    </section>
  );
}
