import type { MachineName } from '#charts/words/chart-words.ts';
import { words } from '#charts/words/en.ts';
import { words as samples } from '#charts/words/samples/en.ts';
import type { Mark } from '#lib/statechart/drawing/draw-chart.ts';
import { standaloneSvg } from '#lib/statechart/drawing/standalone-svg.ts';
import type { MachineGraph } from '#lib/statechart/graph/graph.ts';
import { layOut } from '../charts/lay-out.ts';

/** Visits by the graph's ids. */
export interface DiagramVisits {
  states: Record<string, number>;
  transitions: Record<string, number>;
}

/** The machine's chart: what was visited is green, the more often the stronger; the rest red. */
export async function diagram(
  name: MachineName,
  graph: MachineGraph,
  visits: DiagramVisits,
): Promise<string> {
  const { events } = samples;
  const count = (id: string) => visits.transitions[id] ?? 0;
  const layout = await layOut({
    name,
    graph,
    words: words.machines[name],
    events,
    language: 'en',
    notes: { ofState: () => [], ofTransition: (id) => [`×${count(id)}`] },
  });
  const marks: [string, Mark][] = [
    ...graph.states.map(({ id, parent }): [string, Mark] => {
      const isVisited = parent === null || (visits.states[id] ?? 0) > 0;
      return [id, { tone: isVisited ? 'good' : 'bad' }];
    }),
    ...layout.arrows.map(({ id, transitions }): [string, Mark] => {
      const weight = 1.4 + Math.log10(Math.max(1, ...transitions.map(count)));
      return [id, { tone: transitions.every(count) ? 'good' : 'bad', weight }];
    }),
  ];
  return standaloneSvg(layout, { marks: Object.fromEntries(marks) });
}
