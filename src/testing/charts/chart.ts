import { labelsOf, type MachineName } from '#charts/words/chart-words.ts';
import type { Language } from '#contract/languages.ts';
import { type Chart, type ChartOptions, chartOf } from '#lib/statechart/drawing/chart.ts';
import { machineGraph } from '#lib/statechart/graph/graph.ts';
import { catalogue } from '#machines/catalogue.ts';
import { wordsOf } from '#server/platform/words/words.ts';
import { keptLayouts } from './kept-layouts.ts';

/** Lays one machine of the catalogue out in one language. */
export async function catalogueChart(
  name: MachineName,
  language: Language,
  options: Pick<ChartOptions, 'detail' | 'notes'> = {},
): Promise<Chart> {
  const labels = labelsOf(wordsOf(language), name);
  const graph = machineGraph(catalogue[name].machine);
  return chartOf(graph, { name, language, labels, engine: keptLayouts(), ...options });
}
