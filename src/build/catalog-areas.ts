import { stat } from 'node:fs/promises';
import path from 'node:path';
import { createCompiledCatalog, getCatalogForFile, getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';
import type { Plugin } from 'vite';

const areas = {
  shell: [
    'src/ui/account',
    'src/ui/frame',
    'src/ui/messages',
    'src/ui/calls',
    'src/ui/language',
    'src/ui/consent',
    'src/ui/dialog',
    'src/portal/login',
    'src/portal/use-code-field.tsx',
  ],
  portal: ['src/lib/words', 'src/ui', 'src/forms', 'src/portal'],
  rights: ['src/portal/rights'],
  /** Parts of an application's page that load after the page. */
  seldom: [
    'src/forms/recorded-words.ts',
    'src/ui/disputes',
    'src/ui/quotes',
    'src/ui/body-notices',
    'src/desk/disputes',
    'src/desk/extent',
    'src/desk/quotes',
    'src/desk/undo',
  ],
  /** Pages of the desk other than the queue and an application. */
  office: [
    'src/forms/recorded-words.ts',
    'src/ui/disputes',
    'src/desk/audit',
    'src/desk/erasure/erasure-ledger-page.tsx',
    'src/desk/figures',
    'src/desk/handbook',
    'src/desk/live-access',
    'src/desk/mails',
    'src/desk/operation',
    'src/desk/second-factor/give-factor-page.tsx',
    'src/desk/second-factor/passkeys.tsx',
    'src/desk/second-factor/second-factor-page.tsx',
    'src/desk/second-factor/set-up-factor-page.tsx',
    'src/desk/settings',
    'src/desk/staff',
    'src/desk/templates',
  ],
  queue: ['src/desk/queue', 'src/desk/queue-page.tsx'],
  case: [
    'src/desk/case-checks.tsx',
    'src/desk/erasure/case-notices.tsx',
    'src/desk/notes/case-notes.tsx',
    'src/desk/notes/note-form.tsx',
    'src/desk/papers',
    'src/forms/recorded-words.ts',
  ],
  desk: ['src/lib/words', 'src/ui', 'src/forms', 'src/desk'],
  charts: [
    'src/ui',
    'src/forms/events.ts',
    'src/forms/live-access.ts',
    'src/forms/states.ts',
    'src/charts',
  ],
} as const;

const catalogId = /\.po\?area=(\w+)$/;

/**
 * Loads `locales/fr.po?area=desk` as the compiled messages of that area only, so that the sign-in
 * page does not load the texts of other pages. Messages in `shell` are in no other area.
 */
export function catalogAreas(): Plugin {
  return {
    name: 'catalog-areas',
    enforce: 'pre',
    load: {
      filter: { id: catalogId },
      async handler(id) {
        const area = catalogId.exec(id)?.[1] as keyof typeof areas;
        if (!(area in areas)) throw new Error(`${id} is not an area of a catalogue`);
        const file = id.replace(/\?.*$/, '');
        this.addWatchFile(file);
        const { locale, messages, origins } = await readOnce(file);
        const wanted = Object.entries(messages).filter(([message]) =>
          isOf(area, origins[message]?.origin?.map(([origin]) => origin) ?? []),
        );
        const compiled = createCompiledCatalog(locale, Object.fromEntries(wanted), {
          namespace: 'es',
        });
        if (compiled.errors[0]) throw compiled.errors[0].error;
        return { code: compiled.source, moduleType: 'js' };
      },
    },
  };
}

/** Cache by file and modification time, because each catalogue is loaded for nine areas. */
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

function isOf(area: keyof typeof areas, origins: readonly string[]): boolean {
  // `portal` excludes texts of the rights pages, `desk` those of parts that load separately.
  const isElsewhere = (name: keyof typeof areas, origin: string) =>
    (name === 'portal' && origin.startsWith('src/portal/rights/')) ||
    (name === 'desk' &&
      [...areas.seldom, ...areas.office, ...areas.queue, ...areas.case].some((folder) =>
        origin.startsWith(folder),
      ));
  const isIn = (name: keyof typeof areas) =>
    origins.some(
      (origin) =>
        areas[name].some((folder) => origin.startsWith(folder)) && !isElsewhere(name, origin),
    );
  return isIn(area) && (area === 'shell' || !isIn('shell'));
}
