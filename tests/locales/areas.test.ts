import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { expect, test } from 'vitest';
import { catalogAreas } from '#build/catalog-areas.ts';
import { lazyParts, readImports } from '#build/modules/read-imports.ts';

/** Folders whose texts never reach a browser. */
const ELSEWHERE = /^src\/(server|demo)\//;

const compiled = new Map<string, Promise<string[]>>();

/** Messages of an area, as the build delivers them to the browser. */
function idsOf(area: string): Promise<string[]> {
  const ids = compiled.get(area) ?? compile(area);
  compiled.set(area, ids);
  return ids;
}

async function compile(area: string): Promise<string[]> {
  const { load } = catalogAreas() as unknown as {
    load: { handler(this: object, id: string): Promise<{ code: string }> };
  };
  const { code } = await load.handler.call({ addWatchFile() {} }, `locales/en.po?area=${area}`);
  const [, json = ''] = /JSON\.parse\("(.*)"\)/s.exec(code) ?? [];
  return Object.keys(JSON.parse(JSON.parse(`"${json}"`)));
}

/** Messages of the sources, with their files. */
async function messagesOfSources(): Promise<{ id: string; files: string[] }[]> {
  const [catalog] = await getCatalogs(getConfig());
  return Object.entries((await catalog?.read('en')) ?? {}).map(([id, { origin = [] }]) => ({
    id,
    files: origin.map(([file]) => file),
  }));
}

const imports = readImports().filter(({ isDynamic, isType }) => !isDynamic && !isType);
const sources = await messagesOfSources();
const pages: [string, string[], string[]][] = [
  ['sign-in', ['src/portal/login/login-page.tsx'], ['shell']],
  ...lazyParts().map(({ from, file, area }): [string, string[], string[]] => {
    const isOfDesk = [file, from].some((one) => one.startsWith('src/desk/'));
    return [file, [file], ['shell', area, ...(isOfDesk ? ['desk'] : [])]];
  }),
];

test('pages and their areas are found', () => {
  expect(pages.length).toBeGreaterThan(40);
});

test.each(pages)('the areas $2 contain all texts of $0', async (...[, files, areas]) => {
  const loaded = new Set(['src/main.tsx', ...files]);
  for (const file of loaded) for (const { from, to } of imports) if (from === file) loaded.add(to);
  const awaited = (await Promise.all(areas.map(idsOf))).flat();
  const missing = sources.filter(({ id }) => !awaited.includes(id));
  const without = missing.flatMap((one) => one.files.filter((file) => loaded.has(file)));
  expect([...new Set(without)]).toEqual([]);
});

test('the areas contain every message of the pages', async () => {
  const areas = ['shell', ...new Set(lazyParts().map(({ area }) => area))];
  const inBrowser = new Set((await Promise.all(areas.map(idsOf))).flat());
  const missing = sources.filter(
    ({ id, files }) => files.some((file) => !ELSEWHERE.test(file)) && !inBrowser.has(id),
  );
  expect(missing).toEqual([]);
});
