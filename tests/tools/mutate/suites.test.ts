import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSuites, type Suites } from '#tools/mutate/suites.ts';

/** A small project: a page that is loaded when it is shown, by a module that suites share. */
const files: Record<string, string> = {
  'package.json': '{ "type": "module" }',
  'vite.config.ts': `
    import react from '@vitejs/plugin-react';
    export default { test: { projects: [
      { test: { name: 'node', include: ['tests/*.test.ts'], isolate: false } },
      { plugins: [react()], test: {
        name: 'pages', include: ['tests/*.test.tsx'], environment: 'jsdom', isolate: false } },
    ] } };`,
  'src/limit.ts': 'export const limit = 1;',
  'src/page.tsx': "import { limit } from './limit.ts'; export const Page = () => <p>{limit}</p>;",
  'src/pages.ts': "export const pages = { first: () => import('./page.tsx') };",
  'tests/lazy.test.tsx': `
    import { createElement } from 'react';
    import { renderToStaticMarkup } from 'react-dom/server';
    import { expect, test } from 'vitest';
    import { pages } from '../src/pages.ts';
    test('shows the limit', async () => {
      const { Page } = await pages.first();
      expect(renderToStaticMarkup(createElement(Page))).toBe('<p>1</p>');
    });`,
  'tests/node.test.ts': `
    import { expect, test } from 'vitest';
    test('has the limit', async () => {
      expect((await import('../src/limit.ts')).limit).toBe(1);
    });`,
  'tests/patience.test.ts': `
    import { expect, test } from 'vitest';
    test('is short', () => expect(process.env.PAGE_WAIT_MS).toBe('250'));`,
  'tests/skipped.test.ts': "import { test } from 'vitest'; test.skip('a', () => {});",
  'tests/planned.test.ts': "import { test } from 'vitest'; test.todo('a');",
  'tests/empty.test.ts': 'export {};',
  'tests/unread.test.ts':
    "import 'not-a-package'; import { test } from 'vitest'; test('a', () => {});",
};

let folder: string;
let suites: Suites;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'suites-'));
  for (const place of ['src', 'tests', 'node_modules']) mkdirSync(path.join(folder, place));
  for (const name of ['vitest', 'vite', 'react', 'react-dom', '@vitejs', 'jsdom'])
    symlinkSync(path.resolve('node_modules', name), path.join(folder, 'node_modules', name));
  for (const [file, text] of Object.entries(files)) writeFileSync(path.join(folder, file), text);
  suites = await openSuites(folder, 1);
});
afterAll(async () => {
  await suites.end();
  rmSync(folder, { recursive: true });
});

async function run(names: string[], changed: string[] = []) {
  const request = { suites: names, changed, bail: true, testTimeout: 60_000 };
  const outcome = await suites.run(request, 110_000);
  if (typeof outcome === 'string') throw new Error(outcome);
  return { states: outcome.suites.map(({ state }) => state), failure: outcome.failure };
}

describe('a process that stays loaded', () => {
  const both = ['tests/lazy.test.tsx', 'tests/node.test.ts'];

  test.each([
    ['a page that is loaded when it is shown', 'src/page.tsx', '<p>', '<b>', [both[0]]],
    ['what such a page takes', 'src/limit.ts', '1', '2', both],
  ])('sees a fault in %s, and that it is gone', async (_, file, right, wrong, seenBy) => {
    const original = files[file] ?? '';
    for (const suite of seenBy.filter((name) => name !== undefined)) {
      expect(await run(both, [file])).toEqual({ states: ['passed', 'passed'], failure: null });
      writeFileSync(
        path.join(folder, file),
        original.replaceAll(right, wrong).replace('</p>', '</b>'),
      );
      expect(await run([suite], [file])).toMatchObject({ states: ['failed'] });
      writeFileSync(path.join(folder, file), original);
    }
    expect(await run(both, [file])).toEqual({ states: ['passed', 'passed'], failure: null });
  });
});

test.each(['skipped', 'planned', 'absent'])('a suite that is %s has not passed', async (name) => {
  expect(await run([`tests/${name}.test.ts`])).toEqual({ states: ['void'], failure: null });
});

test.each(['empty', 'unread'])('a suite that is %s has not passed', async (name) => {
  const { states } = await run([`tests/${name}.test.ts`]);
  expect(['void', 'failed']).toContain(states[0]);
});

test('pages are waited for as long as ever, unless it is said how long', async () => {
  const name = 'tests/patience.test.ts';
  expect(await run([name])).toMatchObject({
    failure: expect.stringContaining("expected undefined to be '250'"),
  });
  const impatient = await openSuites(folder, 1, 250);
  const request = { suites: [name], changed: [], bail: true, testTimeout: 60_000 };
  const outcome = await impatient.run(request, 110_000);
  await impatient.end();
  expect(outcome).toMatchObject({ failure: null });
});

test('a run that takes too long is ended, and the next has a process of its own', async () => {
  const request = { suites: [], changed: [], bail: true, testTimeout: 1 };
  expect(await suites.run({ ...request, suites: ['tests/node.test.ts'] }, 0)).toBe('hung');
  expect(await run(['tests/node.test.ts'])).toMatchObject({ states: ['passed'] });
});
