import type { ChartWords, MachineName, MachineWords } from '#charts/words/chart-words.ts';
import { sampleWordsOf } from '#charts/words/sample-words.ts';
import { wordsOf } from '#charts/words/words-of.ts';
import type { Language } from '#contract/languages.ts';
import type { ChartLayout } from '#lib/statechart/drawing/chart-layout.ts';
import type { EventWords } from '#lib/statechart/drawing/chart-lines.ts';
import { type MachineGraph, machineGraph } from '#lib/statechart/graph/graph.ts';
import { catalogue } from '#machines/catalogue.ts';
import { layOut, type Notes } from './lay-out.ts';

/** One machine in one language: all that a format writes. */
export interface Chart {
  machine: MachineName;
  language: Language;
  words: MachineWords;
  headings: ChartWords['headings'];
  events: EventWords;
  graph: MachineGraph;
  layout: ChartLayout;
}

export async function chartOf(
  machine: MachineName,
  language: Language,
  notes?: Notes | undefined,
): Promise<Chart> {
  const { machines, headings } = await wordsOf(language);
  const { events } = await sampleWordsOf(language);
  const words = machines[machine];
  const graph = machineGraph(catalogue[machine].machine);
  const layout = await layOut({ name: machine, graph, words, events, language, notes });
  return { machine, language, words, headings, events, graph, layout };
}
