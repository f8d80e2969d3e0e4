import { stat } from 'node:fs/promises';
import path from 'node:path';
import { createCompiledCatalog, getCatalogForFile, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';
import { lazyParts, readImports } from './modules/read-imports.ts';

const catalogId = /\.po\?area=(\w+)$/;

/**
 * Loads `locales/fr.po?area=desk` as the compiled messages of that area only, so that the sign-in
 * page does not load the texts of other pages. Messages in `shell` are in no other area.
 */
export function catalogAreas(): Plugin {
  let filesOf: ReturnType<typeof areaFinder> | undefined;
  return {
    name: 'catalog-areas',
    enforce: 'pre',
    load: {
      filter: { id: catalogId },
      async handler(id) {
        const area = catalogId.exec(id)?.[1] ?? '';
        filesOf ??= areaFinder();
        const files = filesOf(area);
        if (files.size === 0) throw new Error(`${id} is not an area of a catalogue`);
        const inShell = area === 'shell' ? undefined : filesOf('shell');
        const file = id.replace(/\?.*$/, '');
        this.addWatchFile(file);
        const { locale, messages, origins } = await readOnce(file);
        const wanted = Object.entries(messages).filter(([message]) => {
          const places = origins[message]?.origin?.map(([place]) => place) ?? [];
          return (
            places.some((place) => files.has(place)) && !places.some((place) => inShell?.has(place))
          );
        });
        const compiled = createCompiledCatalog(locale, Object.fromEntries(wanted), {
          namespace: 'es',
        });
        if (compiled.errors[0]) throw compiled.errors[0].error;
        return { code: compiled.source, moduleType: 'js' };
      },
    },
  };
}

/** Cache by file and modification time, because each catalogue is loaded for each area. */
const catalogues = new Map<string, ReturnType<typeof read>>();

async function readOnce(file: string): ReturnType<typeof read> {
  const key = `${file} ${(await stat(file)).mtimeMs}`;
  const known = catalogues.get(key) ?? read(file);
  catalogues.set(key, known);
  return known;
}

async function read(file: string) {
  const config = getConfig();
  const found = getCatalogForFile(path.relative(config.rootDir, file), await getCatalogs(config));
  if (!found) throw new Error(`${file} is not a catalogue`);
  const { catalog, locale } = found;
  const { messages } = await catalog.getTranslations(locale, {
    sourceLocale: config.sourceLocale ?? 'en',
    fallbackLocales: config.fallbackLocales ?? {},
    missingBehavior: 'resolved',
  });
  return { locale, messages, origins: (await catalog.read(locale)) ?? {} };
}

/**
 * Returns the files whose texts are in an area: its pages and parts, and what they import. Parts
 * that they load lazily have an area of their own.
 */
function areaFinder(): (area: string) => ReadonlySet<string> {
  const parts = lazyParts();
  const lazy = new Set(parts.map(({ file }) => file));
  const ofPages = readImports().filter(
    ({ to, isDynamic, isType }) => !isType && !(isDynamic && lazy.has(to)),
  );
  const imports = Map.groupBy(ofPages, ({ from }) => from);
  return (area) => {
    const files = new Set(parts.filter((part) => part.area === area).map(({ file }) => file));
    if (area === 'shell') files.add('src/main.tsx');
    for (const file of files) for (const { to } of imports.get(file) ?? []) files.add(to);
    return files;
  };
}
