import { beforeAll, describe, expect, it } from 'vitest';
import { languageCodes, localeOf } from '#contract/languages.ts';
import {
  areDraftsAccepted,
  compileMessages,
  type Entry,
  isDraft,
  readCatalog,
  readWithDrafts,
  speaker,
} from './catalogs.ts';

/** Numbers that together need every plural form of the six languages. */
const counts = [0, 1, 2, 3, 5, 12, 21, 22, 25, 1.5, 1_000_000];

const PLURAL = /\{(\w+), plural,((?:[^{}]|\{[^{}]*\})*)\}/g;
const PLACEHOLDER = /\{(\w+)\}/g;

/** Names of the values in a message, including the count of a plural. */
const valueNames = (message: string) => [
  ...new Set([...message.matchAll(/\{(\w+)[,}]/g)].map(([, name = '']) => name)),
];
/** Plural categories of a message, without exact counts. */
const categories = (forms: string) =>
  [...forms.matchAll(/(=?\w+) \{/g)]
    .map(([, category = '']) => category)
    .filter((category) => !category.startsWith('='))
    .sort();

/** Recognizable values; `count` for numbers. */
function marked(message: string, count: number): Record<string, unknown> {
  const counted = new Set([...message.matchAll(PLURAL)].map(([, name]) => name));
  return Object.fromEntries(
    valueNames(message).map((name) => [name, counted.has(name) ? count : `‹${name}›`]),
  );
}

/** Placeholders and tags of a text, and whether it contains a number. */
const shown = (text: string) => [
  ...(text.match(/‹\w+›|<\/?\d+\/?>/g) ?? []).sort(),
  /\d/.test(text.replace(/<\/?\d+\/?>|‹\w+›/g, '')),
];

it.each([
  [{}, 'main', false],
  [{}, 'fix', true],
  [{}, '', true],
  [{ CI: 'true' }, '', false],
  [{ CI: 'true', GITHUB_REF_NAME: 'fix' }, '', true],
  [{ CI: 'true', GITHUB_REF_NAME: 'main' }, '', false],
])('with %j on the branch «%s», drafts are accepted: %s', (env, branch, accepted) => {
  expect(areDraftsAccepted(env, () => branch)).toBe(accepted);
});

describe.each(languageCodes)('the catalogue %s', (language) => {
  let entries: Entry[];
  beforeAll(async () => {
    entries = [...(await readCatalog(language)).values()];
  });

  // `lingui check` finds missing messages.
  it('has no draft on main', async () => {
    const drafts = [...(await readWithDrafts(language)).values()].filter(isDraft);
    if (!areDraftsAccepted()) expect(drafts).toEqual([]);
    else if (drafts.length > 0) console.warn(`${language}: ${drafts.length} drafts`);
  });

  it('has only valid ICU messages', () => {
    const texts = Object.fromEntries(entries.map(({ id, translation }) => [id, translation]));
    expect(compileMessages(texts).errors).toEqual([]);
  });

  it('has all plural forms of the language by CLDR', () => {
    const { pluralCategories } = new Intl.PluralRules(localeOf[language]).resolvedOptions();
    const expected = [...pluralCategories].sort();
    for (const { message, translation } of entries) {
      const plurals = [...translation.matchAll(PLURAL)];
      expect(plurals.length, message).toBe([...message.matchAll(PLURAL)].length);
      for (const [, , forms = ''] of plurals)
        expect(categories(forms), `${message} → ${translation}`).toEqual(expected);
    }
  });

  it('uses the values and tags of the source in every plural form', () => {
    const source = Object.fromEntries(entries.map(({ id, message }) => [id, message]));
    const target = Object.fromEntries(entries.map(({ id, translation }) => [id, translation]));
    const inEnglish = speaker('en', compileMessages(source).messages);
    const inLanguage = speaker(language, compileMessages(target).messages);
    for (const { id, message } of entries) {
      for (const count of message.includes(', plural,') ? counts : [1]) {
        const values = marked(message, count);
        const text = inLanguage(id, values);
        const place = `${message} → ${text} (${count})`;
        expect(shown(text), place).toEqual(shown(inEnglish(id, values)));
        expect(text, place).not.toMatch(/[{}#]|undefined|\bplural\b/);
      }
    }
  });
});

it.each(languageCodes.filter((code) => code !== 'en'))(
  'the catalogue %s leaves no sentence in English',
  async (language) => {
    // Words that are the same in other languages (Type, Cookies, Signal (COVESA VSS)) are not
    // sentences.
    const same = [...(await readCatalog(language)).values()]
      .filter(({ message, translation }) => message === translation)
      .filter(({ message }) =>
        message
          .replace(PLACEHOLDER, '')
          .replace(/ \([A-Z ]+\)$/, '')
          .trim()
          .includes(' '),
      );
    expect(same).toEqual([]);
  },
);

/** Terms of Regulation (EU) 2023/2854, with the common part of their forms in each language. */
const terms: [term: RegExp, forms: Record<string, RegExp>][] = [
  [
    /data holder/i,
    {
      zh: /数据持有者/,
      fr: /détenteur (et le destinataire )?de données/i,
      pl: /posiadacz\w* danych/i,
      es: /tenedor de datos/i,
      pt: /detentor (e o destinatário )?dos dados/i,
    },
  ],
  [
    /data recipient/i,
    {
      zh: /数据接收方/,
      fr: /destinataire de données/i,
      pl: /odbiorc\S+ danych/i,
      es: /destinatario de datos/i,
      pt: /destinatário dos dados/i,
    },
  ],
  [
    /public sector bod/i,
    {
      zh: /公共部门机构/,
      fr: /organismes? du secteur public/i,
      pl: /organ\S* sektora publicznego/i,
      es: /organismos? del sector público/i,
      pt: /organismos? do setor público/i,
    },
  ],
  [
    /exceptional need/i,
    {
      zh: /特殊需要/,
      fr: /besoin exceptionnel/i,
      pl: /wyjątkow\S+ potrzeb/i,
      es: /necesidad excepcional/i,
      pt: /necessidade excecional/i,
    },
  ],
  [
    /public emergency/i,
    {
      zh: /公共紧急状态/,
      fr: /situation d’urgence/i,
      pl: /niebezpieczeństw\S+ publiczn/i,
      es: /emergencia pública/i,
      pt: /emergência pública/i,
    },
  ],
  [
    /\bthird part/i,
    {
      zh: /第三方/,
      fr: /\btiers\b/i,
      pl: /os[oó]b\S* trzeci/i,
      es: /\btercero/i,
      pt: /\bterceiro/i,
    },
  ],
  [
    /connected product/i,
    {
      zh: /联网产品/,
      fr: /produit connecté/i,
      pl: /produkt\S* skomunikowan/i,
      es: /producto conectado/i,
      pt: /produto conectado/i,
    },
  ],
  [
    /Data Act\b/,
    {
      zh: /《数据法》/,
      fr: /règlement (européen )?sur les données/i,
      pl: /akt\S* w sprawie danych/i,
      es: /Reglamento de Datos/,
      pt: /Regulamento dos Dados/,
    },
  ],
];

describe.each(terms)('%s', (term, forms) => {
  it.each(Object.entries(forms))(
    'uses the terms of the Regulation in %s',
    async (language, form) => {
      const entries = [...(await readCatalog(language as 'fr')).values()].filter(({ message }) =>
        term.test(message),
      );
      expect(entries.length).toBeGreaterThan(0);
      expect(
        entries
          .filter(({ translation }) => !form.test(translation))
          .map((entry) => entry.translation),
      ).toEqual([]);
    },
  );
});
