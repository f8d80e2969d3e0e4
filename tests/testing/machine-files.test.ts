import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import type { Report } from '#lib/statechart/path-formats/path-report.ts';
import { root, toolFolder } from './tool-folder.ts';

/** A folder with a machine whose imports are written for a bundler. */
const { folder, file, run } = toolFolder('machine-files');
file('fare.ts', 'export enum Fare { Single = 50 }');
const gate = file(
  'gate.machine.ts',
  `import { assign, AnyActorRef, setup } from 'xstate';
  import { Fare } from './fare';
  type Event = { type: 'coin'; cents: number } | { type: 'push' } | { type: 'check' };
  export const children: AnyActorRef[] = [];
  export const gate = setup({
    types: { context: {} as { paid: number }, events: {} as Event },
    guards: { isEnough: ({ event }) => event.type === 'coin' && event.cents >= Fare.Single },
    actors: { count: null as never },
  }).createMachine({
    id: 'gate',
    context: { paid: 0 },
    initial: 'locked',
    states: {
      locked: {
        on: {
          coin: [{ guard: 'isEnough', target: 'open' }, { actions: assign({ paid: 1 }) }],
          check: 'checked',
        },
      },
      open: { on: { push: { target: 'locked', actions: () => {} } }, after: { 5000: 'locked' } },
      checked: {
        invoke: {
          id: 'count',
          src: 'count',
          onDone: [{ guard: ({ event }) => event.output.visitors.all > 1, target: 'open' }, 'locked'],
          onError: 'locked',
        },
      },
    },
  });`,
);
const scenario = file(
  'gate.scenario.ts',
  `import { gate } from './gate.machine';
  export const gateScenario = {
    machine: gate,
    starts: [{ name: 'a new gate', input: undefined }],
    epoch: 0,
    samples: () => [
      { name: 'coin of 20', event: { type: 'coin', cents: 20 } },
      { name: 'coin of 50', event: { type: 'coin', cents: 50 } },
      { name: 'push', event: { type: 'push' } },
      { name: 'check', event: { type: 'check' } },
    ],
    outcomes: {
      count: [
        { name: 'many', output: { visitors: { all: 2 } } },
        { name: 'one', output: { visitors: { all: 1 } } },
        { name: 'fails', error: new Error() },
      ],
    },
    abstract: ({ context }) => context,
  };`,
);

const tool = (name: string, args: readonly string[], input?: string) =>
  run(`src/testing/${name}.ts`, args, input);

test('without a scenario every part that is not explored is listed', () => {
  const { status, stdout, stderr } = tool('paths', [gate]);
  expect(status, stderr).toBe(1);
  expect((JSON.parse(stdout) as Report).machine).toBe('gate');
  expect(stderr.split('\n').slice(-3)).toEqual([
    'gate: transitions 3 of 8; 5 not reached with the events sent; 1 path, 3 steps, 0 resets',
    `For events with payloads, write a scenario: paths ${gate} --stub`,
    '',
  ]);
  expect(stderr.split('\n').slice(0, -3)).toEqual([
    'gate: not explored at checked: the invoked actor «count» (count) is not run; explored with the results: done with an empty output; failed',
    'gate: not explored at open:push:0: an inline action is recorded but not run',
    'gate: not explored at checked:done.count:0: the parts of an inline guard are not distinguished',
    'gate: not explored at locked, coin: it reads event.cents, but the event is sent without payload',
    'gate: not explored at checked:done.count:0: it reads event.output.visitors, but the output is empty',
    expect.stringMatching(/^gate: not explored at checked, count is done: it throws: /),
    'gate: not explored at locked:coin:0: isEnough was never true (evaluations: 4)',
    'gate: not explored at open:push:0: open is never entered',
    'gate: not explored at open:after.5000:0: open is never entered',
    expect.stringMatching(/^gate: not explored at checked:done.count:0: it was never evaluated: /),
    expect.stringMatching(/^gate: not explored at checked:done.count:1: it was never evaluated: /),
  ]);
});

test('with its scenario a file is explored like a machine of the catalogue', () => {
  const { status, stdout, stderr } = tool('paths', [gate, '--scenario', scenario]);
  expect(status, stderr).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ covered: 8, total: 8, infeasible: [] });
  expect(stderr).not.toContain('not explored');
});

test('a scenario written from a file reaches every transition', () => {
  const stub = join(folder, 'stub.scenario.ts');
  expect(tool('paths', [gate, '--stub', '--out', stub]).stderr).toBe('');
  expect(readFileSync(stub, 'utf8')).toContain(
    "{ name: 'is done, visitors.all 2', output: { visitors: { all: 2 } } },",
  );
  const { status, stderr } = tool('paths', [gate, '--scenario', stub]);
  expect(stderr).toMatch(/^gate: transitions 7 of 8; 1 not reached with the events sent/);
  // The guard compares with an enum, so that the stub contains no value for it.
  writeFileSync(
    stub,
    readFileSync(stub, 'utf8').replace(
      "cents: 'fill in'",
      "cents: 20 } },\n    { name: 'coin of 50', event: { type: 'coin', cents: 50",
    ),
  );
  expect(tool('paths', [gate, '--scenario', stub]).stderr).toContain('transitions 8 of 8');
  expect(status).toBe(1);
});

test('paths to a state are the shortest for each set of transitions that enters it', () => {
  const wanted = (...args: string[]) => tool('paths', [gate, '--scenario', scenario, ...args]);
  const { status, stdout, stderr } = wanted('--to', 'open');
  expect(status, stderr).toBe(0);
  const events = ({ paths }: Report) => paths.map(({ steps }) => steps.map(({ name }) => name));
  expect(events(JSON.parse(stdout))).toEqual([['coin of 50'], ['check', 'count many']]);
  expect(stderr).toContain('open: 2 paths, shortest first: the shortest path has 1 step');
  const [first] = events(JSON.parse(wanted('--to', 'open', '--via', 'open:push:0').stdout));
  expect(first).toEqual(['coin of 50', 'push', 'coin of 50']);
  const limited = wanted('--to', 'open', '--via', 'open:push:0', '--places', '1');
  expect(limited.stderr).toContain('not reached, stopped because exploration reached');
  expect(wanted('--to', 'shut').stderr).toContain('unknown --to «shut»; known: locked, open');
  expect(wanted('--via', 'open:push:0').stderr).toContain('--via requires --to');
});

test('imports resolve as in a bundler, and a missing package is named', () => {
  const product = join(folder, 'product');
  for (const inner of ['src/shared', 'src/lib'])
    mkdirSync(join(product, inner), { recursive: true });
  const own = (name: string, text: string) => file(join('product', name), text);
  own('tsconfig.json', '{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }');
  own('src/shared/index.ts', "export { START } from './start.js';");
  own('src/shared/start.ts', "export const START: string = 'a';");
  own('src/lib/plain.js', "export const next = 'b';");
  own('src/lib/names.json', '{ "id": "imported" }');
  own('src/lib/style.css', 'a {}');
  own('src/view.jsx', 'export const view = () => <p>{import.meta.env.MODE}</p>;');
  const machine = `import { START } from '@/shared';
    import { next } from './lib/plain';
    import names from '@/lib/names.json';
    import './lib/style.css';
    import './view';
    import { createMachine } from 'xstate';
    const mode = import.meta.env.MODE;
    export const imported = createMachine({ id: names.id, initial: START,
      states: { [START]: { on: { GO: next } }, [next]: {} } });`;
  const { stderr, status } = tool('paths', [own('src/imported.ts', machine)]);
  expect(stderr).toBe('imported: transitions 1 of 1; 1 path, 1 step, 0 resets\n');
  expect(status).toBe(0);
  const missing = own('src/missing.ts', "import 'not-installed';");
  expect(tool('paths', [missing]).stderr).toContain(
    `Cannot find «not-installed», which ${missing} imports: install the packages of ${missing}, or add the alias`,
  );
});

test('relative paths are those of the caller, also through npm and npx', () => {
  const there = { cwd: folder, encoding: 'utf8' } as const;
  const args = ['./gate.machine.ts'];
  const direct = tool('paths', args).stdout;
  expect(direct).toContain('locked:check:0');
  const command = ['run', '--silent', '--prefix', root, 'paths', '--', ...args];
  const npm = spawnSync('npm', command, there);
  expect(npm.stdout, npm.stderr).toBe(direct);
  // An empty cache, so that npx links the folder as on its first use, and asks no registry.
  const env = { ...process.env, npm_config_cache: join(folder, 'npx'), npm_config_offline: 'true' };
  const npx = ['--yes', `--package=${root}`, 'statechart', 'paths', ...args];
  const linked = spawnSync('npx', npx, { ...there, env });
  expect(linked.stdout, linked.stderr).toBe(direct);
});

test('charts draws the machines of a file, a large one coarsely', () => {
  const { stdout } = tool('charts', ['./gate.machine.ts', '--format', 'mermaid']);
  expect(stdout).toContain('locked --> open : coin [isEnough]');
  const large = file(
    'large.ts',
    `import { createMachine } from 'xstate';
    const on = Object.fromEntries(Array.from({ length: 65 }, (_, index) => ['E' + index, 'b']));
    export const large = createMachine({ id: 'large', initial: 'a', states: { a: { on }, b: {} } });`,
  );
  expect(tool('charts', [large]).stderr).toBe(
    'large: The diagram is large and drawn coarsely: lines may be longer than necessary.\n',
  );
});

test('simulate accepts names, numbers and payloads', () => {
  const input = 'coin\n{"type":"coin","cents":50}\nthe clock reaches 5000\nwater\n';
  const { status, stdout, stderr } = tool('simulate', [gate], input);
  const steps = stdout.split('\n').filter((line) => line.startsWith('>'));
  expect(steps).toEqual([
    '> coin: locked:coin:1',
    '> {"type":"coin","cents":50}: locked:coin:0',
    '> the clock reaches 5000: open:after.5000:0',
  ]);
  expect(stderr).toContain('«water» is not offered');
  expect(status).toBe(1);
});

test('values that JSON lacks can be in the context', () => {
  const strange = file(
    'strange.ts',
    `import { assign, createMachine } from 'xstate';
    const node = { name: 'root', self: null as unknown };
    node.self = node;
    export const strange = createMachine({
      id: 'strange', context: { node, at: new Map([[1n, new Set([Number.NaN])]]), balance: 1n }, initial: 'a',
      states: {
        a: { on: { GO: { target: 'b', actions: assign({ balance: ({ context }) => context.balance * 2n }) } } },
        b: {},
      },
    });`,
  );
  const { status, stdout, stderr } = tool('simulate', [strange], 'GO\n');
  expect(status, stderr).toBe(0);
  expect(stdout).toContain(
    '{"at":Map([1n,Set(NaN)]),"balance":2n,"node":{"name":"root","self":(circle 1)}}',
  );
  expect(tool('mutate', [strange]).stdout).toContain('strange: 3 of 3 detected');
});

test.each([
  ['paths', []],
  ['paths', ['--survey']],
  ['mutate', []],
  ['simulate', []],
  ['coverage', ['--visits', 'visits']],
])('%s %j says that a machine needs an input', (name, args) => {
  mkdirSync(join(folder, 'visits'), { recursive: true });
  file('visits/x.json', '{"level":1,"suite":"x","machine":"x"}');
  const reader = file(
    'reader.ts',
    `import { createMachine } from 'xstate';
    export const reader = createMachine({
      id: 'reader', context: ({ input }) => ({ name: input.user.name }), initial: 'a', states: { a: {} },
    } as never);`,
  );
  const { status, stderr } = tool(name, [reader, ...args]);
  expect(stderr).toContain('reader: not explored at the start: it reads input.user, but there is');
  expect(stderr).toContain(
    'reader has no reproducible paths without a scenario (paths FILE --stub',
  );
  expect(stderr).not.toContain('    at ');
  expect(status).toBe(2);
});

test('mutate inserts faults into a file’s machine and lists those that its samples do not detect', () => {
  const { status, stdout, stderr } = tool('mutate', [gate, '--scenario', scenario]);
  expect(status, stderr).toBe(0);
  const [, caught, mutants] = /(\d+) of (\d+) mutants detected/.exec(stdout)?.map(Number) ?? [];
  expect(mutants).toBeGreaterThan(25);
  expect(stdout.match(/^survived /gm)?.length ?? 0).toBe(Number(mutants) - Number(caught));
  expect(stdout).toContain('  drop transition: 8 mutants');
  // Without its guard the transition accepts the coin of 20.
  expect(stdout).not.toContain('survived gate: drop part 0 of the guard of locked:coin:0');
  const narrow = readFileSync(join(folder, 'gate.scenario.ts'), 'utf8').replace(
    /.*coin of 20.*/,
    '',
  );
  const few = file('few.scenario.ts', narrow);
  expect(tool('mutate', [gate, '--scenario', few]).stdout).toContain(
    'survived gate: drop part 0 of the guard of locked:coin:0',
  );
  expect(tool('mutate', ['gate']).stderr).toContain('gate is not a machine file');
});

test('mutate and paths claim nothing about unexplored states', () => {
  const counter = file(
    'counter.ts',
    `import { assign, createMachine } from 'xstate';
    export const counter = createMachine({
      id: 'counter', context: { n: 0 }, initial: 'on',
      states: {
        on: {
          on: {
            tick: { actions: assign({ n: ({ context }) => context.n + 1 }) },
            leave: [{ guard: ({ context }) => context.n >= 0, target: 'off' }, { target: 'off' }],
          },
        },
        off: {},
      },
    });`,
  );
  const { status, stdout, stderr } = tool('mutate', [counter]);
  expect(status, stderr).toBe(0);
  expect(tool('paths', [counter, '--to', 'off', '--places', '9']).stderr).toContain(
    'off: the shortest path has 1 step, stopped because exploration reached',
  );
  expect(stderr).toContain('compared within 3000 states');
  expect(stdout).toContain('survived counter: drop transition on:leave:1');
});

test('coverage measures the visits of a file’s own suites', () => {
  const url = pathToFileURL(`${folder}/`).href;
  const log = pathToFileURL(join(root, 'src/lib/statechart/coverage/visit-log.ts')).href;
  const graph = pathToFileURL(join(root, 'src/lib/statechart/graph/graph.ts')).href;
  const leave = `import { VisitLog } from '${log}';
    import { machineGraph } from '${graph}';
    import { loadModule } from '${pathToFileURL(join(root, 'src/testing/machines/named-machines.ts')).href}';
    const { gate } = await loadModule('${gate}');
    const log = new VisitLog(1, 'own', 'gate', machineGraph(gate));
    log.begin();
    log.step({ microsteps: [['locked:check:0']], entered: ['checked'], decisions: [] });
    log.end();
    log.write(new URL('${url}'));`;
  spawnSync(process.execPath, ['--input-type=module', '-e', leave], { cwd: root });
  const args = [gate, '--scenario', scenario, '--visits', folder];
  const { status, stdout, stderr } = tool('coverage', args);
  expect(status, stderr).toBe(0);
  expect(stdout).toMatch(/^gate +1\/3 +1\/8 /m);
});

test.each([
  ['./none.ts', 'none.ts does not exist in'],
  [file('empty.ts', 'export const nothing = 1;'), 'empty.ts exports no XState v5 machine'],
  [file('broken.ts', 'export const = 1;'), 'broken.ts cannot be loaded'],
])('%s is rejected with a clear message', (machine, message) => {
  const { status, stdout, stderr } = tool('paths', [machine]);
  expect(stderr).toContain(message);
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
});

test('a survey counts every state and lists states never entered, transitions never taken, and dead ends', () => {
  const counter = file(
    'counter.machine.ts',
    `import { assign, setup } from 'xstate';
    export const counter = setup({
      types: { context: {} as { count: number } },
      guards: { isLow: ({ context }) => context.count < 999, isHigh: ({ context }) => context.count > 999 },
    }).createMachine({
      id: 'counter',
      context: { count: 0 },
      initial: 'counting',
      states: {
        counting: {
          on: {
            up: { guard: 'isLow', actions: assign({ count: ({ context }) => context.count + 1 }) },
            over: { guard: 'isHigh', target: 'full' },
          },
        },
        full: {},
      },
    });`,
  );
  const { status, stdout, stderr } = tool('paths', [counter, '--survey']);
  expect(stderr).toBe('');
  expect(stdout).toContain('counter: 1000 states, 2000 steps');
  expect(stdout).toContain('never entered: full\n  never taken:   counting:over:0\n');
  expect(stdout).toContain('dead end:      counting {"count":999} after the start → up');
  expect(status).toBe(1);
  expect(tool('paths', [gate, '--survey']).stderr).toContain(
    'gate cannot be surveyed: gate.open has actors, delays or a history',
  );
  expect(tool('paths', ['report', '--survey']).stderr).toContain('without a scenario');
});

test('a tool whose output is closed early ends without an error', async () => {
  const args = [join(root, 'src/testing/paths.ts'), 'application', '--cover', 'samples'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const stderr = text(child.stderr);
  const exited = once(child, 'exit');
  const [first] = await once(child.stdout, 'data');
  child.stdout.destroy();
  expect(String(first)).toMatch(/^\{\n/);
  expect(await exited).toEqual([0, null]);
  expect(await stderr).not.toContain('EPIPE');
});
