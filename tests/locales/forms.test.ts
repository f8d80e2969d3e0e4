import { describe, expect, it, test } from 'vitest';
import { languageCodes } from '#contract/languages.ts';
import { readCatalog } from './catalogs.ts';

const PLURAL = /\{\w+, plural,((?:[^{}]|\{[^{}]*\})*)\}/g;
const form = (forms: string, category: string) =>
  new RegExp(`\\b${category} \\{([^}]*)\\}`).exec(forms)?.[1] ?? '';

/** A message with a large count. */
const flat = (text: string) =>
  text.replace(PLURAL, (_, forms: string) => form(forms, 'other')).replace(/<\/?\d+\/?>/g, '');

const sameMark: Record<string, string> = { '。': '.', '：': ':', '；': ';', '？': '?', '！': '!' };
/** Final punctuation in any script; empty without. */
function endOf(text: string): string {
  const last = flat(text).trim().slice(-1);
  const mark = sameMark[last] ?? last;
  return /[.:;?!…]/.test(mark) ? mark : '';
}

/** Sentence ends with a different rule in a language. */
const ownEnds: Record<string, RegExp> = {
  // In letters, the first sentence follows a colon.
  es: /^Dear (Sir or Madam|\{name\}),$/,
  zh: /^(Dear (Sir or Madam|\{name\}),$|(Asked|Answered) on)/,
  // «r.» and «22.º» are abbreviations; labels contain their colon.
  pl: /1970$|^(Asked|Answered) on/,
  pt: /Art\. 14 to 22\.$/,
  fr: /^What happens next$/,
};

/** Whether the first letter is a capital; null if the text begins with something else. */
function isCapital(text: string): boolean | null {
  const [first] = /^\p{L}/u.exec(flat(text).replace(/^[¿¡«„“\s]+/, '')) ?? [];
  return first === undefined ? null : first !== first.toLowerCase();
}

describe.each(languageCodes.filter((code) => code !== 'en'))('in %s', (language) => {
  const wrong = async (is: (message: string, translation: string) => boolean) =>
    [...(await readCatalog(language)).values()]
      .filter(({ message, translation }) => is(message, translation))
      .map(({ message, translation }) => `${message} → ${translation}`);

  test('sentences end with punctuation, and labels without a full stop', async () => {
    const found = await wrong(
      (message, translation) =>
        endOf(message) !== endOf(translation) && !ownEnds[language]?.test(message),
    );
    expect(found).toEqual([]);
  });

  test('no text has double, leading or trailing spaces', async () => {
    expect(await wrong((_, translation) => / {2}|^\s|\s$/.test(translation))).toEqual([]);
  });
});

/** Languages with «1,000,000 of days», and messages without a noun after the number. */
const ofMillions = {
  fr: /^(en retard|aujourd’hui)/,
  es: /^(más|vencidas|hoy)/,
  pt: /^(em atraso|destes|hoje)/,
};

describe.each(Object.entries(ofMillions))('in %s', (language, withoutNoun) => {
  const translations = async () => [...(await readCatalog(language as 'fr')).values()];

  test('millions are followed by «of» in the languages that require it', async () => {
    const found = (await translations())
      .flatMap(({ translation }) => [...translation.matchAll(PLURAL)])
      .map(([, forms = '']) => form(forms, 'many'))
      .filter((many) => {
        const [, noun] = /# (.*)/.exec(many) ?? [];
        return noun && !/^(de |d’)/.test(noun) && !withoutNoun.test(noun);
      });
    expect(found).toEqual([]);
  });

  test('a text begins with a capital if the English one does', async () => {
    const found = (await translations())
      // A citation is part of a sentence.
      .filter(({ message }) => !message.startsWith('Article {'))
      .filter(({ message, translation }) => {
        const [english, own] = [isCapital(message), isCapital(translation)];
        return english !== null && own !== null && english !== own;
      })
      .map(({ message, translation }) => `${message} → ${translation}`);
    expect(found).toEqual([]);
  });
});

/** A breaking or wide space where French requires a narrow no-break space (U+202F). */
const wrong = /[ \u00a0][;!»]|[ \u00a0][:?](?! ['`])|«[ \u00a0]/;

it('French sets a narrow no-break space before ; : ! ? » and after «', async () => {
  const texts = [...(await readCatalog('fr')).values()].map(({ translation }) => translation);
  expect(texts.filter((text) => wrong.test(text))).toEqual([]);
  expect(texts.filter((text) => /\u202f[;:!?»]/.test(text)).length).toBeGreaterThan(100);
});
