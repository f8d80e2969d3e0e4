import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import { expect, test } from 'vitest';
import { catalogAreas } from '#build/catalog-areas.ts';
import { readImports } from '#build/rooms/read-imports.ts';

/** Folders whose texts never reach a browser. */
const ELSEWHERE = /^src\/(server|demo)\//;

/** Messages of an area, as the build delivers them to the browser. */
async function idsOf(area: string): Promise<string[]> {
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

const rights = ['role', 'customer', 'government', 'other-entities'];
test.each([
  ['sign-in', ['src/portal/login/login-page.tsx'], ['shell']],
  [
    'a page about rights',
    rights.map((name) => `src/portal/rights/${name}-page.tsx`),
    ['shell', 'rights'],
  ],
])('%s loads the areas with all of its texts', async (...[, pages, areas]) => {
  const imports = readImports(['src']).filter(({ isDynamic }) => !isDynamic);
  const loaded = new Set(['src/main.tsx', ...pages]);
  for (const file of loaded) for (const { from, to } of imports) if (from === file) loaded.add(to);
  const awaited = (await Promise.all(areas.map(idsOf))).flat();
  const messages = await messagesOfSources();
  const missing = messages.filter(
    ({ id, files }) => files.some((file) => loaded.has(file)) && !awaited.includes(id),
  );
  expect(missing).toEqual([]);
});

test("the browser gets every message of the pages, and the library's in each room", async () => {
  const areas = ['shell', 'portal', 'desk', 'rights', 'charts', 'seldom'];
  const [shell, portal, desk, ...others] = await Promise.all(areas.map(idsOf));
  const inBrowser = new Set([shell, portal, desk, ...others].flat());
  const messages = await messagesOfSources();
  const missing = messages.filter(
    ({ id, files }) => files.some((file) => !ELSEWHERE.test(file)) && !inBrowser.has(id),
  );
  expect(missing).toEqual([]);
  const ofLibrary = messages.filter(({ files }) =>
    files.some((file) => file.startsWith('src/lib/')),
  );
  expect(ofLibrary.length).toBeGreaterThan(0);
  for (const { id } of ofLibrary) for (const room of [portal, desk]) expect(room).toContain(id);
});
