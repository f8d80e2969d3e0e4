import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';
import type { PageFiles } from '#contract/built-pages.ts';
import { type Language, languageCodes } from '#contract/languages.ts';

/**
 * Maximum sizes of JavaScript and CSS in bytes after Brotli compression: of the sign-in page, and
 * of what any other page loads in addition.
 */
const SIGN_IN_BUDGET = 170_000;
const ROUTE_BUDGET = 80_000;

type Bundle = Rolldown.OutputBundle;

interface Route {
  path: string;
  area: string;
  /** Modules that the route imports: the page or layout, then those that `calls` preloads. */
  sources: string[];
}

/** Routes, parsed from the source: `page('/complete/path', 'area', …)`, or `path: '/login'`. */
const routes = readFileSync(new URL('../routing.tsx', import.meta.url), 'utf8')
  .split(/\b(?:path: |page\(\s*)'(?=\/)/)
  .slice(1)
  .map((text): Route => {
    const [path = ''] = text.split("'");
    const [, area = 'shell'] = /^[^']+',\s*'(\w+)'/.exec(text) ?? [];
    return {
      path,
      area,
      sources: Array.from(text.matchAll(/import\('#([^']+)'\)/g), ([, source = '']) => source),
    };
  });
const isLayout = ({ sources: [source] }: Route) => source && !source.endsWith('-page.tsx');
const pages = routes.filter((route) => !isLayout(route));

/** Returns the files that a page and its layouts load in addition to those of the sign-in page. */
function filesOfPage(bundle: Bundle, page: Route) {
  const nested = [...routes.filter((r) => isLayout(r) && page.path.startsWith(r.path)), page];
  const areas = [...new Set(['shell', ...nested.map(({ area }) => area)])];
  const main = filesOf(bundle, 'index.html');
  const beyond = (sources: string[]) =>
    filesOf(bundle, ...sources).filter((file) => !main.includes(file));
  return {
    files: beyond(nested.flatMap(({ sources }) => sources.slice(0, 1))),
    withParts: beyond(nested.flatMap(({ sources }) => sources)),
    messagesIn: (language: Language) => beyond(areas.map((area) => catalogue(area, language))),
  };
}

export function weighPages(): Plugin {
  return {
    name: 'weigh-pages',
    apply: 'build',
    writeBundle(_, bundle) {
      const weights = new Map<string, number>();
      const weigh = (name: string) => {
        const file = bundle[name];
        const source = file?.type === 'chunk' ? file.code : (file?.source ?? '');
        const weight = weights.get(name) ?? brotliCompressSync(source).length;
        weights.set(name, weight);
        return weight;
      };
      const shell = filesOf(bundle, 'index.html', catalogue('shell', 'en'));
      const heavy: string[] = [];
      const lineOf = (name: string, budget: number, files: readonly string[]) => {
        const sum = files.reduce((total, file) => total + weigh(file), 0);
        if (sum > budget) heavy.push(name);
        return `${name} ${sum} of ${budget} B in ${files.length} files`;
      };
      const lines = [lineOf('sign-in', SIGN_IN_BUDGET, shell)];
      for (const page of pages) {
        const { files, messagesIn } = filesOfPage(bundle, page);
        const own = [...files, ...messagesIn('en')].filter((file) => !shell.includes(file));
        lines.push(lineOf(page.path, ROUTE_BUDGET, own));
      }
      this.info(`weight (brotli):\n${lines.join('\n')}`);
      if (heavy.length) this.error(`over the weight budget: ${heavy.join(', ')}`);
    },
  };
}

export function linkedFiles(bundle: Bundle): PageFiles[] {
  return pages.map((page) => {
    const { withParts, messagesIn } = filesOfPage(bundle, page);
    const messages = languageCodes.map((language) => [language, messagesIn(language)]);
    return {
      path: page.path,
      sheets: withParts.filter((file) => file.endsWith('.css')),
      scripts: withParts.filter((file) => file.endsWith('.js')),
      messages: Object.fromEntries(messages) as PageFiles['messages'],
    };
  });
}

const catalogue = (area: string, language: Language) => `../locales/${language}.po?area=${area}`;

/** Returns the files of modules and of their imports. A sheet follows those that it can override. */
function filesOf(bundle: Bundle, ...sources: readonly string[]): string[] {
  const visited = new Set<string>();
  const files = new Set<string>();
  const visit = (name: string) => {
    const chunk = bundle[name];
    if (visited.has(name) || chunk?.type !== 'chunk') return;
    visited.add(name);
    files.add(name);
    chunk.imports.forEach(visit);
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) files.add(sheet);
  };
  for (const source of sources) {
    const id = resolve(import.meta.dirname, '..', source);
    const chunk = Object.values(bundle).find(
      (file) => file.type === 'chunk' && file.moduleIds.includes(id),
    );
    if (!chunk) throw new Error(`The build has no ${source}`);
    visit(chunk.fileName);
  }
  return [...files];
}
