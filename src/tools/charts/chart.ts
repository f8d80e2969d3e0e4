import {
  arrowWords,
  headingWords,
  type MachineName,
  machineWords,
} from '#charts/words/chart-words.ts';
import type { Language } from '#contract/languages.ts';
import { type Chart, type ChartOptions, chartOf } from '#lib/statechart/drawing/chart.ts';
import type { ChartLabels } from '#lib/statechart/drawing/chart-labels.ts';
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
  const labels = labelsOf(name, language);
  const graph = machineGraph(catalogue[name].machine);
  return chartOf(graph, { name, language, labels, engine: keptLayouts(), ...options });
}

/** The words of one machine's chart in one language. */
export function labelsOf(machine: MachineName, language: Language): ChartLabels {
  const say = wordsOf(language);
  return {
    ...machineWords(say, machine),
    headings: headingWords(say),
    ...arrowWords(say),
  };
}
