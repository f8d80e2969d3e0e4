import { resolve } from 'node:path';
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import pdfjs from 'pdfjs-dist/package.json' with { type: 'json' };
import { normalizePath } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { viteStaticCopy } from 'vite-plugin-static-copy';
import { defineConfig } from 'vitest/config';
import { NONCE_MARK } from './src/contract/placeholders.ts';
import { callAddresses } from './src/tools/build/call-addresses.ts';
import { catalogAreas } from './src/tools/build/catalog-areas.ts';
import { chartAssets } from './src/tools/build/chart-assets.ts';
import { pageFiles } from './src/tools/build/page-files.ts';
import { prerenderPages } from './src/tools/build/prerender-pages.ts';
import { weighPages } from './src/tools/build/weigh-pages.ts';
import './tests/compile-cache.ts';
import { VitestReporter } from './tests/reporters/vitest-reporter.ts';
import clauses from './tests/specification.json' with { type: 'json' };

/** What the PDF viewer loads when a file needs it: character maps, the standard fonts, decoders. */
const pdfData = viteStaticCopy({
  targets: [
    'cmaps/*',
    'standard_fonts/*',
    'iccs/*',
    'wasm/*_nowasm_fallback.js',
    'wasm/LICENSE*',
  ].map((files) => ({
    src: normalizePath(resolve(import.meta.dirname, 'node_modules/pdfjs-dist', files)),
    dest: `assets/pdfjs-${pdfjs.version}/${files.split('/')[0]}`,
    rename: { stripBase: true },
  })),
});

/** Puts a .br and a .gz beside every text file that the server sends as it is. */
const compress = compression({ include: /\.(m?js|css|svg|json)$/, logLevel: 'silent' });

/** What the sources of pages need to become scripts. */
const pagePlugins = () => [
  react(),
  catalogAreas(),
  callAddresses(),
  chartAssets(),
  babel({ presets: [linguiTransformerBabelPreset()] }),
];

const router = (file: string) =>
  resolve(import.meta.dirname, `node_modules/react-router/dist/production/${file}.mjs`);

export default defineConfig({
  root: 'src',
  cacheDir: '../node_modules/.vite',
  html: { cspNonce: NONCE_MARK },
  plugins: [...pagePlugins(), weighPages(), prerenderPages(pagePlugins), pdfData, compress],
  resolve: {
    alias: [
      // Its `exports` name the build that warns developers; beside it lies the one to be shipped.
      { find: /^react-router$/, replacement: router('index') },
      { find: /^react-router\/dom$/, replacement: router('dom-export') },
      // React has this hook itself; the stand-in for older ones need not travel.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      {
        find: /^use-sync-external-store\/shim\/with-selector$/,
        replacement: 'use-sync-external-store/with-selector',
      },
    ],
  },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    // Whose work the scripts hold, for the list of licences.
    license: { fileName: 'licenses.json' },
    target: 'es2023',
    // The first that know `light-dark()`, which holds before any script has run.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 1024,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: { groups: pageFiles },
      },
    },
  },
  test: { projects: testProjects(), reporters: ['default', new VitestReporter()] },
});

/** Suites by what they need: most run as the server does; what is shown needs the pages' plugins. */
function testProjects() {
  const pages = 'tests/{ui,portal,desk,charts}/**/*.test';
  // What reads and writes files: `.ci/run` takes these with PostgreSQL and a bucket together.
  const withFiles = [
    'tests/server/{reports,requester,retention,site,vehicles,workflow/report}/**/*.test.ts',
    'tests/server/walks/report.test.ts',
    'tests/tools/{import/*,backup,backup-place}.test.ts',
  ];
  // Faults of a database server that is the test's own.
  const onPostgres = 'tests/postgres/**';
  // Long, and without a store: on another database they would say the same.
  const withoutStore = 'tests/server/{insight/machine-digest,platform/inspection/*}.test.ts';
  const root = import.meta.dirname;
  // Much of a test is waiting, for a disk or a database: no processor is kept for who hands them out.
  const maxWorkers = '100%';
  // What hangs is found; a machine that is merely slow or shared is not a failure.
  const patient = {
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  };
  // A test says which clauses of the specification it shows; another word is a mistake.
  const tags = Object.keys(clauses).map((name) => ({ name: name as keyof typeof clauses }));
  // What a file leaves behind is in stores and folders of its own, so processes serve many.
  const shared = { isolate: false, maxWorkers, tags, ...patient };
  const globalSetup = resolve(root, 'tests/server/store-template.ts');
  const setupFiles = resolve(root, 'tests/server/reversed-selects.ts');
  return [
    {
      extends: false as const,
      root,
      test: { name: 'files', include: withFiles, globalSetup, setupFiles, ...shared },
    },
    {
      extends: false as const,
      root,
      test: {
        name: 'node',
        include: ['tests/**/*.test.ts'],
        exclude: [
          `${pages}.ts`,
          'tests/browser/**',
          ...withFiles,
          process.env.DATABASE_URL ? withoutStore : onPostgres,
        ],
        globalSetup,
        setupFiles,
        ...shared,
      },
    },
    {
      extends: false as const,
      root,
      plugins: pagePlugins(),
      test: { name: 'ui', include: [`${pages}.ts`], ...shared },
    },
    {
      extends: false as const,
      root,
      plugins: pagePlugins(),
      test: {
        name: 'pages',
        include: [`${pages}.tsx`],
        environment: 'jsdom',
        setupFiles: resolve(root, 'tests/components/setup.ts'),
        ...shared,
      },
    },
  ];
}
