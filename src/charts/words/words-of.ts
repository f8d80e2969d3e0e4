import type { Language } from '#contract/languages.ts';
import type { ChartWords } from './chart-words.ts';

const tables: Record<Language, () => Promise<{ words: ChartWords }>> = {
  en: () => import('./en.ts'),
  zh: () => import('./zh.ts'),
  fr: () => import('./fr.ts'),
  pl: () => import('./pl.ts'),
  es: () => import('./es.ts'),
  pt: () => import('./pt.ts'),
};

/** The words of one language; no other travels. */
export async function wordsOf(language: Language): Promise<ChartWords> {
  return (await tables[language]()).words;
}
