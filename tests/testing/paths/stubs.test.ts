import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { launchChromium } from '#build/browser/find-chromium.ts';
import { lampModule, toolFolder } from '../tool-folder.ts';

const { folder, file: write, run: runTool } = toolFolder('stubs');
write('package.json', '{ "type": "module" }');
write(
  'tsconfig.json',
  `{ "compilerOptions": { "strict": true, "noEmit": true, "module": "esnext", "target": "esnext",
     "moduleResolution": "bundler", "allowImportingTsExtensions": true, "skipLibCheck": true,
     "noUnusedLocals": true, "noUnusedParameters": true, "types": [] },
     "include": ["*.test.ts", "*.spec.ts", "*.steps.ts", "*.executors.ts"] }`,
);
const { browser, options } = await launchChromium();
await browser.close();
write(
  'playwright.config.ts',
  `export default { testMatch: '*.spec.ts', reporter: 'line',
     use: { launchOptions: ${JSON.stringify(options)} } };`,
);
write('vitest.config.ts', 'export default {};');
write('lamp.machine.ts', lampModule);

const run = (tool: string, ...args: string[]) => runTool(tool, args);
const paths = (...args: string[]) => run('src/testing/paths.ts', './lamp.machine.ts', ...args);
const vitest = () => run('node_modules/vitest/vitest.mjs', 'run', '--root', folder);
const typeErrors = () => run('node_modules/typescript/bin/tsc', '-p', folder).stdout;
const cucumber = (feature: string) =>
  run(
    'node_modules/@cucumber/cucumber/bin/cucumber.js',
    '--import',
    `${feature}.steps.ts`,
    `${feature}.feature`,
  );

// Each test starts without the files of others.
beforeEach(() => {
  for (const file of readdirSync(folder))
    if (/^lamp\.(?!machine)|^bell/.test(file)) rmSync(join(folder, file));
});

test('stubs of both runners type-check, and fail with the names of missing executors', () => {
  const out = paths('--format', 'playwright', '--stubs', '--out', 'lamp.spec.ts');
  expect(out.status, out.stderr).toBe(0);
  expect(typeErrors()).toBe('');
  const played = run('node_modules/@playwright/test/cli.js', 'test', '-g', 'every name');
  for (const name of ['the start', 'press', 'smash', 'broken', 'dark', 'lit'])
    expect(played.stdout).toContain(`"${name}"`);
  expect(played.status).toBe(1);

  paths('--format', 'vitest', '--stubs', '--out', 'lamp.test.ts');
  rmSync(join(folder, 'lamp.spec.ts'));
  expect(typeErrors()).toBe('');
  expect(vitest().stderr).toContain('start «the start» has no executor yet');
});

/** Fills in the stubs of a start, of all states and of all events. */
function filledIn(): string {
  const executors = readFileSync(join(folder, 'lamp.executors.ts'), 'utf8')
    .replace('missing("start «the start»")', 'async () => ({ actor: createActor(lamp).start() })')
    .replaceAll(
      /missing\("event «\w+»"\)/g,
      'async ({ actor }, { event }) => actor.send(event as never)',
    )
    .replaceAll(
      /missing\("state «(\w+)»"\)/g,
      (_, state: string) =>
        `async ({ actor }) => assert.equal(actor.getSnapshot().value, '${state}')`,
    )
    .replace('[part: string]: unknown;', 'actor: ReturnType<typeof createActor<typeof lamp>>;');
  return `import assert from 'node:assert';
    import { createActor } from 'xstate';
    import { lamp } from './lamp.machine.ts';\n${executors}`;
}

test('a feature of events that are not accepted runs in Cucumber, with tables and one executor per event', () => {
  const args = ['--cover', 'negatives', '--format', 'gherkin', '--stubs', '--out', 'lamp.feature'];
  const result = paths(...args);
  expect(result.status, result.stderr).toBe(0);
  expect(typeErrors()).toBe('');
  const feature = readFileSync(join(folder, 'lamp.feature'), 'utf8');
  expect(feature.match(/not accepted, and the state stays ".*"/g)).toEqual([
    'not accepted, and the state stays "dark"',
    'not accepted, and the state stays "broken"',
  ]);
  write('lamp.executors.ts', filledIn());
  const { status, stdout } = cucumber('lamp');
  expect(stdout).toContain('1 scenario (1 passed)');
  expect(status).toBe(0);

  // A lamp that breaks in the dark accepts the event that the feature expects to be rejected.
  write('lamp.machine.ts', lampModule.replace("press: 'lit'", "press: 'lit', smash: 'broken'"));
  expect(cucumber('lamp').stdout).toMatch(/1\) Scenario: 1\. the start to broken/);
  write('lamp.machine.ts', lampModule);
});

const bell = `import { createMachine } from 'xstate';
  export const bell = createMachine({ id: 'bell', initial: 'still',
    states: { still: { on: { push: { target: 'rung', actions: 'ring' } } }, rung: {} } });`;
const bellPage = `<button onclick="state.textContent = 'rung'; rings.textContent = RINGS">Push</button>
  <p id="state">still</p><p id="rings">0</p><script src="bell.js"></script>`;
const inProcess = {
  start: "async () => ({ state: 'still', rings: 0 })",
  event: "async (bell: any) => Object.assign(bell, { state: 'rung', rings: RINGS })",
  state: (name: string) => `async (bell) => assert.equal(bell.state, '${name}')`,
  effect: "async (bell) => assert.equal(bell.rings, 1, 'the bell did not ring')",
};
const inPage = {
  start: `async (page) => void (await page.goto('${pathToFileURL(join(folder, 'bell.html'))}'))`,
  event: "async (page) => page.click('button')",
  state: (name: string) =>
    `async (page) => assert.equal(await page.innerText('#state'), '${name}')`,
  effect:
    "async (page) => assert.equal(await page.innerText('#rings'), '1', 'the bell did not ring')",
};
const playwright = () => run('node_modules/@playwright/test/cli.js', 'test', 'bell.spec.ts');

test.each([
  ['gherkin', 'bell.feature', () => cucumber('bell'), inProcess],
  ['vitest', 'bell.test.ts', vitest, inProcess],
  ['playwright', 'bell.spec.ts', playwright, inPage],
] as const)(
  'a suite of %s passes, fails if the system lacks an effect, and its executors are not overwritten',
  (format, out, runSuite, system) => {
    write('bell.machine.ts', bell);
    write('bell.html', bellPage);
    const args = ['--format', format, '--stubs', '--out', out];
    expect(run('src/testing/paths.ts', './bell.machine.ts', ...args).status).toBe(0);
    const name = readdirSync(folder).find((each) => /^bell.*executors/.test(each)) ?? '';
    const filled = readFileSync(join(folder, name), 'utf8')
      .replace(/missing\("start .*"\)/, system.start)
      .replace(/missing\("event .*"\)/, system.event)
      .replaceAll(/missing\("state «(.*)»"\)/g, (_, state: string) => system.state(state));
    const imports =
      "import assert from 'node:assert';\nimport { RINGS } from './bell.system.ts';\n";
    const outcome = (rings: number, executors: string) => {
      write('bell.system.ts', `export const RINGS = ${rings};`);
      write('bell.js', `const RINGS = ${rings};`);
      write(name, imports + executors);
      const { status, stdout, stderr } = runSuite();
      return { status, text: stdout + stderr };
    };
    const missing = outcome(1, filled);
    expect(missing.text).toContain('effect «ring» has no executor yet');
    expect(missing.status).toBe(1);
    const complete = filled.replace('missing("effect «ring»")', system.effect);
    const passed = outcome(1, complete);
    expect(passed.status, passed.text).toBe(0);
    const again = run('src/testing/paths.ts', './bell.machine.ts', ...args);
    expect(again.stderr).toContain(`${name}: unchanged`);
    expect(readFileSync(join(folder, name), 'utf8')).toBe(imports + complete);
    const failed = outcome(0, complete);
    expect(failed.text).toContain('the bell did not ring');
    expect(failed.status).toBe(1);
  },
);
