import { readFileSync } from 'node:fs';
import { brotliCompressSync } from 'node:zlib';
import type { Manifest, Plugin } from 'vite';

/**
 * Maximum size in bytes after Brotli compression: of the sign-in page's JavaScript and CSS, and of
 * what any other page adds to it.
 */
const SIGN_IN_BUDGET = 170_000;
const ROUTE_BUDGET = 80_000;

const routed = new Map(
  readFileSync(new URL('../routing.tsx', import.meta.url), 'utf8')
    .matchAll(/\bpage\('(\w+)', \(\) => import\('#([^']+)'\)/g)
    .map(([, area = '', page = '']) => [page, area]),
);

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
      const sum = (files: readonly string[]) =>
        files.reduce((total, name) => total + weigh(name), 0);

      const manifestFile = bundle['.vite/manifest.json'];
      if (manifestFile?.type !== 'asset') throw new Error('The build did not write a manifest');
      const manifest = JSON.parse(String(manifestFile.source)) as Manifest;
      const signIn = filesOf(manifest, 'index.html', englishOf('shell'));
      const lines = [`sign-in ${sum(signIn)} of ${SIGN_IN_BUDGET} B in ${signIn.length} files`];
      const heavy = sum(signIn) > SIGN_IN_BUDGET ? ['sign-in'] : [];
      for (const page of Object.keys(manifest).filter((source) => source.endsWith('-page.tsx'))) {
        const areas = new Set([
          routed.get(page) ?? 'shell',
          page.startsWith('desk/') ? 'desk' : 'shell',
        ]);
        const own = filesOf(manifest, page, ...[...areas].map(englishOf)).filter(
          (file) => !signIn.includes(file),
        );
        lines.push(`${page} +${sum(own)} of ${ROUTE_BUDGET} B in ${own.length} files`);
        if (sum(own) > ROUTE_BUDGET) heavy.push(page);
      }
      this.info(`weight (brotli):\n${lines.join('\n')}`);
      if (heavy.length) this.error(`over the weight budget: ${heavy.join(', ')}`);
    },
  };
}

const englishOf = (area: string) => `../locales/en.po?area=${area}`;

export function filesOf(manifest: Manifest, ...sources: readonly string[]): string[] {
  const keys = new Set(sources);
  // Iteration over a Set also visits elements that are added during the iteration.
  for (const key of keys) for (const imported of manifest[key]?.imports ?? []) keys.add(imported);
  const files = [...keys].flatMap((key) => {
    const chunk = manifest[key];
    if (!chunk) throw new Error(`The build has no ${key}`);
    return [chunk.file, ...(chunk.css ?? [])];
  });
  return [...new Set(files)];
}
