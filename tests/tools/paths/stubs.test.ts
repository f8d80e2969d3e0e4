import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
/** A folder outside the project, as somebody else's is. */
const folder = mkdtempSync(join(tmpdir(), 'stubs-'));
afterAll(() => rmSync(folder, { recursive: true }));

symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
write('package.json', '{ "type": "module" }');
write(
  'tsconfig.json',
  `{ "compilerOptions": { "strict": true, "noEmit": true, "module": "esnext", "target": "esnext",
     "moduleResolution": "bundler", "allowImportingTsExtensions": true, "skipLibCheck": true,
     "noUnusedLocals": true, "noUnusedParameters": true, "types": [] },
     "include": ["*.test.ts", "*.spec.ts", "*.executors.ts"] }`,
);
write('playwright.config.ts', "export default { testMatch: '*.spec.ts', reporter: 'line' };");
write('vitest.config.ts', 'export default {};');
write(
  'lamp.machine.ts',
  `import { createMachine } from 'xstate';
  export const lamp = createMachine({
    id: 'lamp',
    initial: 'dark',
    states: { dark: { on: { press: 'lit' } }, lit: { on: { press: 'dark', smash: 'broken' } }, broken: {} },
  });`,
);

const run = (tool: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(root, tool), ...args], { cwd: folder, encoding: 'utf8' });
const paths = (...args: string[]) => run('src/tools/paths.ts', './lamp.machine.ts', ...args);
const vitest = () => run('node_modules/vitest/vitest.mjs', 'run', '--root', folder);

test('stubs of both runners type-check, and fail with the names of what is not filled in', () => {
  const out = paths('--format', 'playwright', '--stubs', '--out', 'lamp.spec.ts');
  expect(out.status, out.stderr).toBe(0);
  const checked = run('node_modules/typescript/bin/tsc', '-p', folder);
  expect(checked.stdout).toBe('');
  const played = run('node_modules/@playwright/test/cli.js', 'test', '-g', 'nothing lacks');
  for (const name of ['the start', 'press', 'smash', 'broken', 'dark', 'lit'])
    expect(played.stdout).toContain(`"${name}"`);
  expect(played.status).toBe(1);

  rmSync(join(folder, 'lamp.executors.ts'));
  paths('--format', 'vitest', '--stubs', '--out', 'lamp.test.ts');
  rmSync(join(folder, 'lamp.spec.ts'));
  expect(run('node_modules/typescript/bin/tsc', '-p', folder).stdout).toBe('');
  expect(vitest().stderr).toContain('start «the start» has no executor yet');
});

test('an executor that is filled in is kept, and the suite is green once all are', () => {
  const stub = readFileSync(join(folder, 'lamp.executors.ts'), 'utf8');
  const withoutSmash = stub
    .replace('notYet("start «the start»")', 'async () => ({ actor: createActor(lamp).start() })')
    .replace(
      'notYet("event «press»")',
      'async ({ actor }, { event }) => actor.send(event as never)',
    )
    .replaceAll(
      /notYet\("state «(\w+)»"\)/g,
      (_, state: string) =>
        `async ({ actor }) => expect(actor.getSnapshot().value).toBe('${state}')`,
    )
    .replace('[part: string]: unknown;', 'actor: ReturnType<typeof createActor<typeof lamp>>;');
  const imports = `import { createActor } from 'xstate';
    import { expect } from 'vitest';
    import { lamp } from './lamp.machine.ts';\n`;
  write('lamp.executors.ts', imports + withoutSmash);
  expect(vitest().stderr).toContain('event «smash» has no executor yet');

  const filled = withoutSmash.replace(
    'notYet("event «smash»")',
    'async ({ actor }, { event }) => actor.send(event as never)',
  );
  write('lamp.executors.ts', imports + filled);
  const { stderr } = paths('--format', 'vitest', '--stubs', '--out', 'lamp.test.ts');
  expect(stderr).toContain('lamp.executors.ts: kept as it is');
  expect(readFileSync(join(folder, 'lamp.executors.ts'), 'utf8')).toBe(imports + filled);
  const { status, stdout } = vitest();
  expect(status, stdout).toBe(0);
});

test.each([
  [
    ['--format', 'json', '--stubs', '--out', 'x.json'],
    '--stubs needs --format playwright or vitest',
  ],
  [['--format', 'vitest', '--stubs'], '--stubs needs --format playwright or vitest, and --out'],
  [['--format', 'vitest'], 'for a file add --stubs'],
])('%j is refused with status 2', (args, message) => {
  const { status, stderr } = paths(...args);
  expect(stderr).toContain(message);
  expect(status).toBe(2);
});
