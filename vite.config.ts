import { resolve } from 'node:path';
import { linguiTransformerBabelPreset } from '@lingui/vite-plugin';
import babel from '@rolldown/plugin-babel';
import react from '@vitejs/plugin-react';
import pdfjs from 'pdfjs-dist/package.json' with { type: 'json' };
import { normalizePath, type PluginOption } from 'vite';
import { compression } from 'vite-plugin-compression2';
import { viteStaticCopy } from 'vite-plugin-static-copy';
import { defineConfig } from 'vitest/config';
import { catalogAreas } from '#build/catalog-areas.ts';
import { chartAssets } from '#build/chart-assets.ts';
import { weighPages } from '#build/page-files.ts';
import { prerenderPages } from '#build/prerender-pages.ts';
import { NONCE_MARK } from './src/contract/built-pages.ts';
import './tests/compile-cache.ts';
import { LongestFirst } from './tests/reporters/longest-first.ts';
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
  chartAssets(),
  babel({ presets: [linguiTransformerBabelPreset()] }),
];

export default defineConfig({
  root: 'src',
  cacheDir: '../node_modules/.vite',
  html: { cspNonce: NONCE_MARK },
  plugins: [...pagePlugins(), weighPages(), prerenderPages(pagePlugins), pdfData, compress],
  resolve: {
    alias: {
      // Its script and the positioning that it imports are 50 kB, which every table would load.
      './TableScrollContainer.mjs': resolve(import.meta.dirname, 'src/build/unused-part.ts'),
    },
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
      preserveEntrySignatures: false,
      treeshake: { propertyReadSideEffects: false },
      output: {
        codeSplitting: {
          // Copies small shared chunks into those that import them: fewer files, each a round trip.
          experimentalInlineCommonChunks: { maxSize: 8000, exclude: /\.css(\?|$)/ },
          groups: [
            // Everything that main.tsx imports statically, in one file: every page needs all of it.
            { name: 'base', tags: ['$initial'] },
            // Modules that at least this many pages (or other lazy chunks) import.
            { name: 'common', minShareCount: 28 },
          ],
        },
      },
    },
  },
  test: {
    projects: testProjects(),
    reporters: ['default', new VitestReporter()],
    sequence: { sequencer: LongestFirst },
  },
});

/**
 * Vitest projects. `npm test` runs all but `long`: tests that take more than 10 s, build, kill
 * processes or need other programs. With `TEST_DATABASE=postgres` there are others: `postgres`, and
 * `rest-on-postgres` for runs of single files, or, with `TEST_STORAGE=s3`, `bucket`.
 */
function testProjects() {
  const pages = 'tests/{ui,portal,desk,charts}/**/*.test';
  const long = [
    'tests/{kill,installations,postgres,s3}/**/*.test.ts',
    'tests/contributing.test.ts',
    'tests/build/{dev,release,seventh-language}.test.ts',
    'tests/tools/{help,portal-user}.test.ts',
    'tests/demo/{controls,interrupted}.test.ts',
    'tests/testing/machine-files.test.ts',
    'tests/lib/statechart/paths/tour-memory.test.ts',
    'tests/lib/statechart/random/against-xstate.test.ts',
    'tests/testing/{charts,coverage,paths}/{charts,coverage,names,paths,stubs}.test.ts',
    'tests/server/{canaries,passing-time}.test.ts',
    'tests/server/figures/machine-digest.test.ts',
    'tests/server/live/generated-calls.test.ts',
    'tests/server/applications/reports/installation.test.ts',
    'tests/server/desk/audit/{manipulations,reads}.test.ts',
    'tests/server/platform/audit/heads.test.ts',
    'tests/server/platform/config/config.test.ts',
    'tests/server/platform/inspection/{inspect,inspector}.test.ts',
    'tests/server/reports/{chaining-attacks,drives,masking-attacks,package,run-in-worker,time-of-a-report,undo-masking}.test.ts',
    'tests/server/walks/{application,second-factor}.test.ts',
  ];
  // Tests that depend on where files are stored.
  const inBucket = [
    'tests/server/reports/generate.test.ts',
    'tests/server/vehicles/{store-source,read-once}.test.ts',
    'tests/server/applications/files/files.test.ts',
    'tests/server/applications/retention/purge-expired.test.ts',
    'tests/tools/import/{import,series}.test.ts',
  ];
  // Tests of locks and concurrency, and a set of tests that sends nearly every kind of statement that
  // contains more than comparisons of columns.
  const onPostgres = [
    'tests/installations/**/*.test.ts',
    'tests/server/{background,full-disk}.test.ts',
    'tests/server/accounts/{access-log,limits,lock-out,purge-accounts,secret-rotation,sign-in}.test.ts',
    'tests/server/accounts/sign-in/cheap-rejections.test.ts',
    'tests/server/accounts/company/{company-sessions,company-sign-in}.test.ts',
    'tests/server/accounts/drafts/drafts.test.ts',
    'tests/server/accounts/second-factor/second-factor.test.ts',
    'tests/server/accounts/sessions/{known-browsers,staff-sessions}.test.ts',
    'tests/server/accounts/staff/{lead-nominations,staff-accounts}.test.ts',
    'tests/server/applications/{corrected-records,former-state,mails-sent,other-applications,quotas}.test.ts',
    'tests/server/applications/{sent-again,sold,supply-information,suspended}.test.ts',
    'tests/server/applications/deadlines/{clock-calls,due-date-worker,reminders}.test.ts',
    'tests/server/applications/disputes/disputes.test.ts',
    'tests/server/applications/documents/letter-document.test.ts',
    'tests/server/applications/notices/{authority,body-notices,erasure}.test.ts',
    'tests/server/applications/quotes/quotes.test.ts',
    'tests/server/applications/recipients/recipient.test.ts',
    'tests/server/applications/reports/{installation,report-routes}.test.ts',
    'tests/server/applications/retention/{bystanders,purge-log}.test.ts',
    'tests/server/desk/{assignment,decision-preview,desk-settings,digest,extent,notes}.test.ts',
    'tests/server/desk/{queue,queue-file,second-opinion,side-records,templates}.test.ts',
    'tests/server/desk/wide-search.test.ts',
    'tests/server/desk/audit/{chain,covered-tables,hidden-changes,trail}.test.ts',
    'tests/server/figures/{conformance,figures,office-figures}.test.ts',
    'tests/server/figures/{open-applications,timeline}.test.ts',
    'tests/server/live/{grant-routes,stream}.test.ts',
    'tests/server/operations/{failed-work,operation,operator-alerts}.test.ts',
    'tests/server/platform/database/{migrations,text-search}.test.ts',
    'tests/server/platform/http/{rate-limiter,resume}.test.ts',
    'tests/server/platform/jobs/{bystanders,worker}.test.ts',
    'tests/server/platform/mail/send.test.ts',
    'tests/server/vehicles/{erase-vehicle,live-data,live-store}.test.ts',
  ];
  const node = {
    globalSetup: resolve(import.meta.dirname, 'tests/server/store-template.ts'),
    setupFiles: resolve(import.meta.dirname, 'tests/server/reversed-selects.ts'),
  };
  const shared = {
    // Tests keep their state in stores and folders of their own.
    isolate: false,
    taskTitleValueFormatTruncate: 120,
    maxWorkers: '100%',
    tags: Object.keys(clauses).map((name) => ({ name: name as keyof typeof clauses })),
    // Long enough for a loaded machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000, interval: 10 } },
  };
  const project = (
    name: string,
    include: string[],
    options: object,
    plugins: PluginOption[] = [],
  ) => ({
    extends: false as const,
    root: import.meta.dirname,
    plugins,
    test: { name, include, ...shared, ...options },
  });
  if (process.env.TEST_STORAGE === 's3') return [project('bucket', inBucket, node)];
  if (process.env.TEST_DATABASE === 'postgres')
    return [
      project('postgres', onPostgres, node),
      project('rest-on-postgres', ['tests/{kill,server}/**/*.test.ts'], {
        ...node,
        exclude: onPostgres,
      }),
    ];
  return [
    project('node', ['tests/**/*.test.ts'], {
      ...node,
      exclude: [`${pages}.ts`, 'tests/browser/**', ...long],
    }),
    project('long', long, node),
    project('ui', [`${pages}.ts`], {}, pagePlugins()),
    project(
      'pages',
      [`${pages}.tsx`],
      {
        environment: 'jsdom',
        setupFiles: resolve(import.meta.dirname, 'tests/components/setup.ts'),
      },
      pagePlugins(),
    ),
  ];
}
