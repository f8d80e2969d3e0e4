import { describe, expect, test } from 'vitest';
import { languageCodes } from '#contract/languages.ts';
import { readCatalog } from './catalogs.ts';
import table from './terms.json' with { type: 'json' };

/** Terms by language; a new language begins without. */
const terms: Partial<Record<string, (typeof table)['en']>> = table;

/** Messages whose words the specification sets, or in which the word means another thing. */
const setElsewhere: Record<string, RegExp> = {
  // The specification's labels of states, lists and actions.
  'right to ask': /qualification/i,
  application: /^(Order number|Data application( pending)?|Abandon the data application\?)$/,
  'e-mail': /^Generating file\.\.\. check your email$/,
  // An upload is cancelled, and the specification's button cancels an application.
  'end by the requester':
    /cancelled|^Cancel the application$|^Cancel$|last step|not valid|recovery code/i,
};

describe.each(languageCodes)('one word for each thing in %s', (language) => {
  test.each(terms[language] ?? [])('$thing: $use', async ({ thing, never }) => {
    const wrong = new RegExp(never, 'u');
    const found = [...(await readCatalog(language)).values()]
      .filter(({ message }) => !setElsewhere[thing]?.test(message))
      .filter(({ translation }) => wrong.test(translation.replace(/\{\w+\}/g, '')))
      .map(({ message, translation }) => `${message} → ${translation}`);
    expect(found).toEqual([]);
  });
});
