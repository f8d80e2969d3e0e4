import { describe, expect, test } from 'vitest';
import { languageCodes } from '#contract/languages.ts';
import { readCatalog } from './catalogs.ts';

const PLURAL = /\{\w+, plural,((?:[^{}]|\{[^{}]*\})*)\}/g;
const form = (forms: string, category: string) =>
  new RegExp(`\\b${category} \\{([^}]*)\\}`).exec(forms)?.[1] ?? '';

/** A message as it reads for many. */
const flat = (text: string) =>
  text.replace(PLURAL, (_, forms: string) => form(forms, 'other')).replace(/<\/?\d+\/?>/g, '');

const sameMark: Record<string, string> = { '。': '.', '：': ':', '；': ';', '？': '?', '！': '!' };
/** The mark that a text ends with, whatever its script; empty when there is none. */
function endOf(text: string): string {
  const last = flat(text).trim().slice(-1);
  const mark = sameMark[last] ?? last;
  return /[.:;?!…]/.test(mark) ? mark : '';
}

/** Ends of sentences that a language sets by itself. */
const ownEnds: Record<string, RegExp> = {
  // A letter begins with a colon after the salutation.
  es: /^Dear Sir or Madam,$/,
  zh: /^(Dear Sir or Madam,$|(Asked|Answered) on)/,
  // «r.» and «22.º» are abbreviations; labels have their colon inside.
  pl: /1970$|^(Asked|Answered) on/,
  pt: /Art\. 14 to 22\.$/,
  fr: /^What happens next$/,
};

/** True for a capital first letter; null where the text begins with something else. */
function isCapital(text: string): boolean | null {
  const [first] = /^\p{L}/u.exec(flat(text).replace(/^[¿¡«„“\s]+/, '')) ?? [];
  return first === undefined ? null : first !== first.toLowerCase();
}

describe.each(languageCodes.filter((code) => code !== 'en'))('in %s', (language) => {
  const wrong = async (is: (message: string, translation: string) => boolean) =>
    [...(await readCatalog(language)).values()]
      .filter(({ message, translation }) => is(message, translation))
      .map(({ message, translation }) => `${message} → ${translation}`);

  test('a sentence ends as one, and a label has no full stop', async () => {
    const found = await wrong(
      (message, translation) =>
        endOf(message) !== endOf(translation) && !ownEnds[language]?.test(message),
    );
    expect(found).toEqual([]);
  });

  test('no space is doubled, and none stands at an end', async () => {
    expect(await wrong((_, translation) => / {2}|^\s|\s$/.test(translation))).toEqual([]);
  });
});

/** Languages that say «1,000,000 of days», and what has no noun after the number there. */
const ofMillions = { fr: /^en retard/, es: /^(más|vencidas)/, pt: /^(em atraso|destes)/ };

describe.each(Object.entries(ofMillions))('in %s', (language, withoutNoun) => {
  const translations = async () => [...(await readCatalog(language as 'fr')).values()];

  test('millions are «of» what is counted', async () => {
    const found = (await translations())
      .flatMap(({ translation }) => [...translation.matchAll(PLURAL)])
      .map(([, forms = '']) => form(forms, 'many'))
      .filter((many) => {
        const [, noun] = /# (.*)/.exec(many) ?? [];
        return noun && !/^(de |d’)/.test(noun) && !withoutNoun.test(noun);
      });
    expect(found).toEqual([]);
  });

  test('a text begins with a capital where the English one does', async () => {
    const found = (await translations())
      // A citation stands inside a sentence.
      .filter(({ message }) => !message.startsWith('Article {'))
      .filter(({ message, translation }) => {
        const [english, own] = [isCapital(message), isCapital(translation)];
        return english !== null && own !== null && english !== own;
      })
      .map(({ message, translation }) => `${message} → ${translation}`);
    expect(found).toEqual([]);
  });
});
