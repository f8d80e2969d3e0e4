import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { printHelpIfAsked } from '#tools/usage.ts';
import './compile-cache.ts';
import { findChromium } from './browser/chromium-options.ts';
import { describeReason, type NeedOptions, needs, needsPostgres, skipUnless } from './needs.ts';
import { describeSkipped, loadRunResults, type SkippedTest } from './reporters/run-results.ts';

/** A step: its title, its command, and the programs that it requires. */
type Step = [title: string, command: string, needed?: () => Promise<NeedOptions[]>];

const lint: Step[] = [
  ['page of the machines', 'node src/testing/machines-page.ts --check'],
  ['module diagram', 'node src/build/module-diagram.ts --check'],
  ['types', 'tsc'],
  ['lint', `biome ci --error-on-warnings`],
  ['catalogues in step with sources', 'lingui check sync --clean'],
  ['catalogues complete', 'lingui check missing --mode catalog'],
  ['words and imports', 'vitest run --project node tests/locales tests/modules.test.ts'],
  ['unused code', 'knip'],
  [
    'unused code of the product',
    'knip --production --config .knip-product.json --include files,exports',
  ],
];
const build: Step = ['build of the pages', 'vite build'];
const quick: Step[] = [
  ['unit, component and server tests', 'vitest run --project !long'],
  ['main journeys in the browser', 'playwright test --config tests/browser --project smoke'],
];
const coverage = 'node src/testing/coverage.ts --require transitions';
const rest: Step[] = [
  ['long tests', 'vitest run --project long'],
  [
    'full browser suite',
    'playwright test --config tests/browser --project longest --project full --project translated',
  ],
  ['clauses of the specification', 'node tests/reporters/check-clauses.ts'],
  ['faults in the machines', 'node src/testing/mutate.ts'],
  ['transitions walked by each machine alone', `${coverage} --level 1`],
  [
    'transitions walked over HTTP',
    `${coverage} --level 2 ${machines('application', 'challenge', 'second-factor', 'report', 'grant')}`,
  ],
  [
    'transitions walked in the browser',
    `${coverage} --level 3 ${machines('login', 'second-factor', 'upload', 'upload-queue', 'consent', 'application', 'grant')}`,
    async () => [await needsBrowser()],
  ],
  ['server on PostgreSQL', 'npm run --silent test:postgres', async () => [needsPostgres()]],
  [
    'files in a bucket, on PostgreSQL',
    'npm run --silent test:bucket',
    async () => [needsPostgres(), (await import('./s3/needs-swift.ts')).needsSwift],
  ],
  [
    'server behind pgbouncer',
    'npm run --silent test:pgbouncer',
    async () => [needsPostgres(), needs('pgbouncer', 'pgbouncer')],
  ],
];
const suites: Record<string, Step[]> = {
  check: lint,
  quick: [build, ...quick],
  rest,
  all: [build, ...quick, ...rest],
};

async function needsBrowser(): Promise<NeedOptions> {
  const isFound = await findChromium().then(
    () => true,
    () => false,
  );
  return skipUnless(isFound, 'Chromium is not installed');
}

function machines(...names: string[]): string {
  return names.map((name) => `--machine ${name}`).join(' ');
}

/** Runs every step of a suite, also after one has failed, and prints a summary of all. */
printHelpIfAsked(`Runs the steps of a suite one after another, and lists results and skipped tests at the end.

  npm run check        types, lint, imports, catalogues, unused code
  npm run test         check, build, quick tests
  npm run test:rest    everything else
  npm run test:all     both
`);
const [name = ''] = process.argv.slice(2);
const steps = suites[name];
if (!steps) throw new Error(`expected one of ${Object.keys(suites).join(', ')}, got '${name}'`);

// `rest` adds to the results of `quick`.
if (steps.includes(build)) await rm('test-results', { recursive: true, force: true });
const results: { title: string; seconds: number; isPassed: boolean }[] = [];
const skippedSteps: SkippedTest[] = [];
for (const [title, command, needed] of steps) {
  console.log(`\n== ${title}: ${command}`);
  // With `CI` set every step has to run.
  const options = process.env.CI ? [] : ((await needed?.()) ?? []);
  const reasons = options.flatMap(({ meta }) => meta?.skipped ?? []);
  if (reasons.length > 0) {
    console.log(`skipped: ${reasons.map(describeReason).join(', ')}`);
    for (const reason of reasons)
      skippedSteps.push({ ...reason, file: command, title: 'all tests', tags: [] });
    continue;
  }
  const startedAt = performance.now();
  const child = spawn(command, {
    shell: true,
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  results.push({ title, seconds, isPassed: code === 0 });
}
console.log('\n== Summary');
for (const { title, seconds, isPassed } of results)
  console.log(`${isPassed ? 'passed' : 'FAILED'} ${String(seconds).padStart(5)} s  ${title}`);
const failed = results.filter(({ isPassed }) => !isPassed);
console.log(
  failed.length === 0 ? 'All steps passed.' : `${failed.length} of ${steps.length} steps failed.`,
);
if (name !== 'check') {
  const runs = await loadRunResults();
  const skipped = [...runs.skipped, ...skippedSteps];
  if (skipped.length > 0) console.log(describeSkipped(skipped));
  for (const test of runs.failed) console.log(`failed: ${test}`);
}
if (failed.length > 0) process.exitCode = 1;
