import type { Language } from '#contract/languages.ts';

/** What people read of a scenario's names, in one language; the keys are parts of the names. */
export interface SampleWords {
  starts: Readonly<Record<string, string>>;
  /** Of an event by its type, of an invoked actor by its id, of the clock by the whole name. */
  events: Readonly<Record<string, string>>;
  /** What tells samples of one event apart; several may follow on one another. */
  details: Readonly<Record<string, string>>;
}

const tables: Record<Language, () => Promise<{ words: SampleWords }>> = {
  en: () => import('./samples/en.ts'),
  zh: () => import('./samples/zh.ts'),
  fr: () => import('./samples/fr.ts'),
  pl: () => import('./samples/pl.ts'),
  es: () => import('./samples/es.ts'),
  pt: () => import('./samples/pt.ts'),
};

export async function sampleWordsOf(language: Language): Promise<SampleWords> {
  return (await tables[language]()).words;
}

/** The plain label of a sample: event first, then what tells it apart. */
export function sampleLabel({ events, details }: SampleWords, name: string): string {
  const event = longest(events, name);
  if (event === undefined) return name;
  const told = detailsIn(details, name.slice(event.length));
  return [events[event], told.join(', ')].filter(Boolean).join(' – ');
}

/** A part that has no words stays as it is. */
function detailsIn(details: SampleWords['details'], text: string): string[] {
  const rest = text.replace(/^,? /, '');
  if (!rest) return [];
  const detail = longest(details, rest);
  if (detail === undefined) return [rest];
  return [details[detail] ?? rest, ...detailsIn(details, rest.slice(detail.length))];
}

/** The longest key that a text begins with, as a whole word. */
function longest(table: Readonly<Record<string, string>>, text: string): string | undefined {
  return Object.keys(table)
    .filter((key) => text === key || text.startsWith(`${key} `) || text.startsWith(`${key},`))
    .sort((a, b) => b.length - a.length)[0];
}
