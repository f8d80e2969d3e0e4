import { brotliCompressSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** Most a page may weigh, in bytes of JavaScript and CSS together, brotli. */
const SIGN_IN_BUDGET = 170_000;
/** Most another page may add to that. */
const ROUTE_BUDGET = 80_000;

const SIGN_IN = 'portal/login/login-page.tsx';

type Chunks = Map<string, Rolldown.OutputChunk>;

/** Weighs what each lazily loaded page puts on the wire; a page over its budget fails the build. */
export function weighPages(): Plugin {
  return {
    name: 'weigh-pages',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks: Chunks = new Map();
      for (const file of Object.values(bundle))
        if (file.type === 'chunk') chunks.set(file.fileName, file);
      const weights = new Map<string, number>();
      // Only what a page loads is weighed: compressing the rest takes seconds.
      const weigh = (name: string) => {
        const file = bundle[name];
        const source = file?.type === 'chunk' ? file.code : file?.source;
        const weight = source === undefined ? 0 : brotliCompressSync(source).length;
        weights.set(name, weight);
        return weight;
      };
      const weightOf = (files: Iterable<string>) =>
        [...files].reduce((sum, file) => sum + (weights.get(file) ?? weigh(file)), 0);

      const entry = [...chunks.values()].find((chunk) => chunk.isEntry);
      if (!entry) throw new Error('The build has no entry');
      const shell = filesOf(entry.fileName, chunks);
      for (const file of englishOf('shell', chunks)) shell.add(file);
      const pages = [...chunks.values()].filter((chunk) =>
        chunk.facadeModuleId?.endsWith('-page.tsx'),
      );
      const signIn = pages.find((page) => page.facadeModuleId?.endsWith(SIGN_IN));
      const signInFiles = new Set([...shell, ...(signIn ? filesOf(signIn.fileName, chunks) : [])]);
      const signInWeight = weightOf(signInFiles);

      const lines = [`sign-in ${signInWeight} of ${SIGN_IN_BUDGET} B in ${signInFiles.size} files`];
      const heavy = signInWeight > SIGN_IN_BUDGET ? [SIGN_IN] : [];
      for (const page of pages.filter((other) => other !== signIn)) {
        const files = [...filesOf(page.fileName, chunks), ...englishOf(areaOf(page), chunks)];
        const own = files.filter((file) => !signInFiles.has(file));
        const weight = weightOf(own);
        lines.push(`${page.name} +${weight} of ${ROUTE_BUDGET} B in ${own.length} files`);
        if (weight > ROUTE_BUDGET) heavy.push(page.name);
      }
      this.info(`weight (brotli): ${lines.join(', ')}`);
      if (heavy.length) this.error(`over the weight budget: ${heavy.join(', ')}`);
    },
  };
}

/** A chunk, what it imports statically, and their style sheets. */
function filesOf(fileName: string, chunks: Chunks, seen = new Set<string>()): Set<string> {
  const chunk = chunks.get(fileName);
  if (!chunk || seen.has(fileName)) return seen;
  seen.add(fileName);
  for (const sheet of chunk.viteMetadata?.importedCss ?? []) seen.add(sheet);
  for (const imported of chunk.imports) filesOf(imported, chunks, seen);
  return seen;
}

/** The messages of an area in English, which its pages load beside themselves. */
function englishOf(area: string, chunks: Chunks): string[] {
  return [...chunks.values()]
    .filter((chunk) => chunk.facadeModuleId?.endsWith(`/en.po?area=${area}`))
    .map((chunk) => chunk.fileName);
}

/** The area of a page, by its folder below `src`. */
function areaOf(page: Rolldown.OutputChunk): string {
  if (page.facadeModuleId?.includes('/src/portal/rights/')) return 'rights';
  return /\/src\/(\w+)\//.exec(page.facadeModuleId ?? '')?.[1] ?? '';
}
