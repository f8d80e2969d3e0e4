import { expect, it } from 'vitest';
import { readCatalog } from './catalogs.ts';

/** A space that may break, or is too wide, where French sets a narrow one that does not (U+202F). */
const wrong = /[ \u00a0][;!»]|[ \u00a0][:?](?! ['`])|«[ \u00a0]/;

it('French sets a narrow no-break space before ; : ! ? » and after «', async () => {
  const texts = [...(await readCatalog('fr')).values()].map(({ translation }) => translation);
  expect(texts.filter((text) => wrong.test(text))).toEqual([]);
  expect(texts.filter((text) => /\u202f[;:!?»]/.test(text)).length).toBeGreaterThan(100);
});
