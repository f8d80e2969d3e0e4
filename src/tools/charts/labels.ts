import type { MachineName } from '#charts/words/chart-words.ts';
import { sampleWordsOf } from '#charts/words/sample-words.ts';
import { wordsOf } from '#charts/words/words-of.ts';
import type { Language } from '#contract/languages.ts';
import type { ChartLabels } from '#lib/statechart/drawing/chart-labels.ts';

/** Reads the words of one machine's chart in one language. */
export async function labelsOf(machine: MachineName, language: Language): Promise<ChartLabels> {
  const { machines, headings } = await wordsOf(language);
  const { events } = await sampleWordsOf(language);
  return { ...machines[machine], headings, events };
}
