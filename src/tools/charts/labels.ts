import {
  arrowWords,
  headingWords,
  type MachineName,
  machineWords,
} from '#charts/words/chart-words.ts';
import type { Language } from '#contract/languages.ts';
import type { ChartLabels } from '#lib/statechart/drawing/chart-labels.ts';
import { wordsOf } from '#server/platform/words/words.ts';

/** The words of one machine's chart in one language. */
export function labelsOf(machine: MachineName, language: Language): ChartLabels {
  const say = wordsOf(language);
  return {
    ...machineWords(say, machine),
    headings: headingWords(say),
    ...arrowWords(say),
  };
}
