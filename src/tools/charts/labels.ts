import {
  headingWords,
  type MachineName,
  machineWords,
  senderWords,
} from '#charts/words/chart-words.ts';
import { sampleWords } from '#charts/words/sample-words.ts';
import type { Language } from '#contract/languages.ts';
import type { ChartLabels } from '#lib/statechart/drawing/chart-labels.ts';
import { wordsOf } from '#server/platform/words/words.ts';

/** The words of one machine's chart in one language. */
export function labelsOf(machine: MachineName, language: Language): ChartLabels {
  const say = wordsOf(language);
  const { events } = sampleWords(say);
  return {
    ...machineWords(say, machine),
    headings: headingWords(say),
    events,
    ...senderWords(say),
  };
}
