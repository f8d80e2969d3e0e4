import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { launchChromium } from '#build/browser/find-chromium.ts';
import type { Report } from '#lib/statechart/path-formats/path-report.ts';
import { toolFolder } from '../tool-folder.ts';

const require = createRequire(import.meta.url);
const { folder, file, run } = toolFolder('names');
file('package.json', '{ "type": "module" }');

/** Two machines with every kind of name that a format could confuse or has to escape. */
file(
  'names.ts',
  `import { createMachine } from 'xstate';
  const within = {
    initial: 'in-review',
    states: {
      'in-review': { on: { hasOwnProperty: 'in_review', 'a:b;c#d': 'in review' } },
      in_review: { entry: 'say "it"', on: { '"quoted" | <b>': '审核中' } },
      'in review': { on: { 'line\\nbreak': 'in-review', 'back\\\\slash {x} [y]': 'x\\ny' } },
      审核中: { on: { GO: '已批准' } },
      已批准: { on: { GO: '已拒绝', stay: { actions: 'x' }, 'stay <too>': { actions: 'y' } } },
      已拒绝: { on: { '"""': 'end' } },
      end: { on: { GO: 'a"b' } },
      'a"b': { on: { GO: 'constructor' } },
      'x\\ny': {},
      constructor: { on: { GO: 'paid (1)' } },
      'paid (1)': { entry: 'constructor' },
    },
  };
  export const first = createMachine({ id: 'names "of"\\nit', ...within } as never);
  export const second = createMachine({
    id: 'names-of it', type: 'parallel',
    states: { within, toString: { on: { GO: { actions: 'x' } } } },
  } as never);`,
);
const machines = ['names "of"\nit', 'names-of it'] as const;

const tool = (name: string, ...args: string[]) => run(`src/testing/${name}.ts`, args);
const paths = (...args: string[]) => tool('paths', './names.ts', ...args);

test('every transition of the machines is covered, whatever its name', () => {
  const { stdout, stderr } = paths();
  expect(stderr).toMatch(/^(.*: transitions (\d+) of \2; .*\n|.*"\n)*$/);
  const reports = JSON.parse(stdout) as Report[];
  expect(reports.map(({ machine }) => machine)).toEqual(machines);
});

const { browser, options } = await launchChromium();
afterAll(() => browser.close());
const hostile = [
  ...['in-review', 'in_review', 'in review', '审核中', '已批准', '已拒绝', 'a"b'],
  ...['a:b;c#d', '"quoted" | <b>', 'back\\slash {x} [y]', '"""'],
];

test('Mermaid draws every state and every arrow', async () => {
  const charts = join(folder, 'charts');
  const drawn = tool('charts', './names.ts', '--format', 'mermaid', '--out', charts);
  expect(drawn.status, drawn.stderr).toBe(0);
  expect(tool('charts', 'all', '--format', 'mermaid', '--out', charts).status).toBe(0);
  expect(paths('--format', 'gherkin').stderr).toContain(
    'describes a single machine: name it with --machine',
  );
  const page = await browser.newPage();
  await page.addScriptTag({
    path: require.resolve('mermaid/dist/mermaid.min.js'),
  });
  for (const chart of readdirSync(charts)) {
    const source = readFileSync(join(charts, chart), 'utf8');
    const { text, arrows } = await page.evaluate(async (drawn) => {
      const svg = await (globalThis as never as Mermaid).mermaid.render('chart', drawn);
      const box = document.createElement('div');
      box.innerHTML = svg.svg;
      for (const style of box.querySelectorAll('style')) style.remove();
      return {
        text: box.textContent ?? '',
        arrows: box.querySelectorAll('path.transition').length,
      };
    }, source);
    expect([chart, arrows]).toEqual([chart, source.match(/ --> /g)?.length]);
    if (!chart.startsWith('names')) continue;
    for (const name of [...hostile, 'stay / x', 'stay <too> / y'])
      expect(text, chart).toContain(name);
  }
});
interface Mermaid {
  mermaid: { render(id: string, chart: string): Promise<{ svg: string }> };
}

test('Chromium shows every name of a file in SVG', async () => {
  const charts = join(folder, 'svg');
  expect(tool('charts', './names.ts', '--format', 'svg', '--out', charts).status).toBe(0);
  const page = await browser.newPage();
  for (const chart of readdirSync(charts)) {
    await page.goto(`${pathToFileURL(join(charts, chart))}`);
    const { text, errors } = await page.evaluate(() => ({
      text: [...document.querySelectorAll('svg text')].map((each) => each.textContent),
      errors: document.querySelectorAll('parsererror, svg b').length,
    }));
    expect(errors, chart).toBe(0);
    for (const name of hostile) expect(text.join(' '), chart).toContain(name);
  }
});

/** Implements executors by the machine itself. */
function implement(name: string): void {
  const path = join(folder, name);
  const exported = name.includes('-2') ? 'second' : 'first';
  const executors = readFileSync(path, 'utf8')
    .replace(
      /missing\("start .*"\)/,
      name.includes('playwright')
        ? `async (page: any) => { page.actor = createActor(${exported}).start(); }`
        : `async () => ({ actor: createActor(${exported}).start() })`,
    )
    .replaceAll(
      /missing\("event .*"\)/g,
      'async ({ actor }: any, { event }) => actor.send(event as never)',
    )
    .replaceAll(
      /^( {2}(".*"): )missing\("state .*"\)/gm,
      '$1async ({ actor }: any) => assert.equal(stateText(actor.getSnapshot().value), $2)',
    )
    .replaceAll(/missing\("effect .*"\)/g, 'async () => {}');
  writeFileSync(
    path,
    `import assert from 'node:assert';
    import { createActor } from 'xstate';
    import { ${exported} } from './names.ts';
    const leaves = (value: any, prefix = ''): string[] => typeof value === 'string' ? [prefix + value]
      : Object.entries(value).flatMap(([key, inner]: any) => typeof inner === 'object' && Object.keys(inner).length === 0
        ? [prefix + key] : leaves(inner, prefix + key + '.'));
    const stateText = (value: any) => leaves(value).join(' + ');
    ${executors}`,
  );
}

test('Vitest, Cucumber and Playwright call the executor of every name', () => {
  const files = () => readdirSync(folder).filter((name) => name.includes('executors.'));
  for (const format of ['vitest', 'playwright'])
    expect(paths('--format', format, '--stubs', '--out', `walks.${format}.ts`).status).toBe(0);
  expect(files()).toEqual([
    'names-of-it-2.executors.ts',
    'names-of-it-2.playwright.executors.ts',
    'names-of-it.executors.ts',
    'names-of-it.playwright.executors.ts',
  ]);
  for (const name of files()) implement(name);
  file('vitest.config.js', "export default { test: { include: ['walks.vitest.ts'] } };");
  const tested = run('node_modules/vitest/vitest.mjs', ['run', '--root', folder]);
  expect(tested.status, tested.stdout + tested.stderr).toBe(0);
  file(
    'playwright.config.ts',
    `export default { testMatch: 'walks.playwright.ts', reporter: 'line',
       use: { launchOptions: ${JSON.stringify(options)} } };`,
  );
  const played = run('node_modules/@playwright/test/cli.js', ['test']);
  expect(played.status, played.stdout + played.stderr).toBe(0);

  for (const machine of machines) {
    const args = ['--machine', machine, '--format', 'gherkin', '--stubs', '--out', 'names.feature'];
    expect(paths(...args).stderr).toMatch(/executors.ts: (unchanged|implement)/);
    const cucumber = run('node_modules/@cucumber/cucumber/bin/cucumber.js', [
      ...['--import', 'names.steps.ts', 'names.feature'],
    ]);
    expect(cucumber.stdout).toMatch(/(\d+) scenarios? \(\1 passed\)/);
  }
});
