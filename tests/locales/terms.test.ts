import { describe, expect, test } from 'vitest';
import { languageCodes } from '#contract/languages.ts';
import { readCatalog } from './catalogs.ts';
import table from './terms.json' with { type: 'json' };

/** Terms by language; a new language begins without. */
const terms: Partial<Record<string, (typeof table)['en']>> = table;

/** Messages with words of the specification, or with another meaning of the word. */
const setElsewhere: Record<string, RegExp> = {
  // Labels of states, lists and actions in the specification.
  'right to ask': /qualification/i,
  application:
    /^(Order number|Data application( pending)?|Abandon the data application\?)$|order of names/,
  'ended application':
    /^(Terminat|Settings closed$)|complaint or dispute about your application has ended/,
  'e-mail': /^Generating file\.\.\. check your email$/,
  // «Cancel» of an upload, and the button in the specification that cancels an application.
  'end by the requester':
    /cancelled|^Cancel the application$|^Cancel$|last step|not valid|recovery code|undo/i,
};

describe.each(languageCodes)('each thing has one word in %s', (language) => {
  test.each(terms[language] ?? [])('$thing: $use', async ({ thing, never }) => {
    const wrong = new RegExp(never, 'u');
    const found = [...(await readCatalog(language)).values()]
      .filter(({ message }) => !setElsewhere[thing]?.test(message))
      .filter(({ translation }) => wrong.test(translation.replace(/\{\w+\}/g, '')))
      .map(({ message, translation }) => `${message} → ${translation}`);
    expect(found).toEqual([]);
  });
});
