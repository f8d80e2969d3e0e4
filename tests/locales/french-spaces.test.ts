import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { readCatalog } from './catalogs.ts';

/** A space that may break, or is too wide, where French sets a narrow one that does not (U+202F). */
const wrong = /[ \u00a0][;!»]|[ \u00a0][:?](?! ['`])|«[ \u00a0]/;
const FOLDER = 'src/server/platform/words/fr';

it('French sets a narrow no-break space before ; : ! ? » and after « on the pages', async () => {
  const texts = [...(await readCatalog('fr')).values()].map(({ translation }) => translation);
  expect(texts.filter((text) => wrong.test(text))).toEqual([]);
  expect(texts.filter((text) => /\u202f[;:!?»]/.test(text)).length).toBeGreaterThan(20);
});

it('and in what the server writes', async () => {
  const sources = await Promise.all(
    (await readdir(FOLDER)).map((name) => readFile(`${FOLDER}/${name}`, 'utf8')),
  );
  const texts = sources
    .flatMap((source) => source.match(/'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g) ?? [])
    .map((literal) => literal.replace(/\$\{[^}]*\}?/g, '…'));
  expect(texts.length).toBeGreaterThan(100);
  expect(texts.filter((text) => wrong.test(text))).toEqual([]);
});
