import { standaloneSvg } from '../chart-formats/svg.ts';
import { chartOf } from '../drawing/chart.ts';
import type { ChartLabels } from '../drawing/chart-labels.ts';
import type { Mark } from '../drawing/marks.ts';
import type { MachineSummary } from './summary.ts';

/** The machine's chart: what was visited is green, the more often the wider; the rest is red. */
export async function coverageDiagram(
  { machine, graph, visits }: MachineSummary,
  labels: Partial<ChartLabels> = {},
): Promise<string> {
  const count = (id: string) => visits.transitions[id] ?? 0;
  const { layout } = await chartOf(graph, {
    name: machine,
    labels,
    notes: { ofState: () => [], ofTransition: (id) => [`×${count(id)}`] },
  });
  const marks: [string, Mark][] = [
    ...graph.states.map(({ id, parent }): [string, Mark] => {
      const isVisited = parent === null || (visits.states[id] ?? 0) > 0;
      return [id, { tone: isVisited ? 'good' : 'bad' }];
    }),
    ...graph.transitions.map(({ id }): [string, Mark] => {
      const weight = 1.4 + Math.log10(Math.max(1, count(id)));
      return [id, { tone: count(id) > 0 ? 'good' : 'bad', weight }];
    }),
  ];
  return standaloneSvg(layout, { marks: Object.fromEntries(marks) });
}
