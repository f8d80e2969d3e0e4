import type { ChartAsset } from '#charts/picture/use-chart.ts';
import { chartOf } from '#lib/statechart/drawing/chart.ts';
import type { ChartLabels } from '#lib/statechart/drawing/chart-labels.ts';
import type { ChartLayout } from '#lib/statechart/drawing/chart-layout.ts';
import { folded } from '#lib/statechart/graph/folded.ts';
import type { Level } from './read-level.ts';

interface LevelOptions extends Level {
  labels: ChartLabels;
  /** Line in the box of a folded state, by the number of states in it. */
  inside: (count: number) => string;
}

/** Lays a machine out at a level that the build did not. */
export async function layOutLevel(
  { machine, language, graph }: ChartAsset,
  { labels, detail, folds, inside }: LevelOptions,
): Promise<ChartLayout> {
  const isWithin = (id: string) => graph.states.filter((each) => each.id.startsWith(`${id}.`));
  const { layout } = await chartOf(folded(graph, new Set(folds)), {
    name: machine,
    language,
    labels,
    detail,
    notes: {
      ofState: (id) => (folds.includes(id) ? [inside(isWithin(id).length)] : []),
      ofTransition: () => [],
    },
  });
  return layout;
}
