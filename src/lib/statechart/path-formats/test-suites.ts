import type { Effect } from '../paths/recorder.ts';
import type { DisplayedState } from '../paths/state-value.ts';
import { type FullReport, jsonText, type ReportedPath } from './path-report.ts';

export interface SuiteRunner {
  /** Type of the system under test in the executors' file. */
  system: string;
  /** True if a start receives the system; false if it creates the system. */
  startsWithSystem: boolean;
  /** Part of the name of the executors' file. Runners with the same kind of system share the file. */
  executors: string;
  module: string;
  fixture: string;
  step(title: string, call: string): string;
}

function namesOf({ paths }: FullReport) {
  const steps = paths.flatMap((path) => path.steps);
  const sorted = (names: string[]) => [...new Set(names)].sort();
  return {
    starts: sorted(paths.map(({ start }) => start.name)),
    events: sorted(steps.map(({ event }) => event.type)),
    states: sorted([
      ...paths.map(({ start }) => start.state),
      ...steps.map(({ after }) => after.state),
    ]),
    effects: sorted(
      [...paths.map(({ start }) => start), ...steps].flatMap(({ effects }) =>
        effects.map(({ name }) => name),
      ),
    ),
  };
}

export interface ModuleName {
  file: string;
  variable: string;
}

export function moduleNames(machines: readonly string[]): ModuleName[] {
  const used = new Set<string>();
  return machines.map((machine) => {
    const plain = machine.replaceAll(/[^\p{L}\p{N}_]+/gu, '-').replaceAll(/^-|-$/g, '');
    let file = plain || 'machine';
    const variable = () => `_${file.replaceAll('-', '_')}`;
    for (let count = 2; used.has(variable().toLowerCase()); count++) file = `${plain}-${count}`;
    used.add(variable().toLowerCase());
    return { file, variable: variable() };
  });
}

/**
 * Writes a test file that walks each path with the executors in `<machine>.executors.ts`. Its first
 * test lists missing executors.
 */
export function suite(
  reports: readonly FullReport[],
  names: readonly ModuleName[],
  runner: SuiteRunner,
): string {
  const imports = names.map(
    ({ file, variable }) => `import * as ${variable} from './${file}.${runner.executors}.ts';`,
  );
  const tests = reports.map((report, index) =>
    testsOf(report, names[index]?.variable ?? '', runner),
  );
  return `import { expect, test } from '${runner.module}';
${imports.join('\n')}
${tests.join('')}`;
}

export function stubs(report: FullReport, target: SuiteRunner): string {
  const { starts, events, states, effects } = namesOf(report);
  const start = target.startsWithSystem
    ? '(system: System, input: unknown) => Promise<void>'
    : '(input: unknown) => Promise<System>';
  return `${target.system}
/** Event of a path. \`at\`: ms since the epoch. \`notAccepted\`: the event must not change anything. */
export interface Sent {
  event: { type: string; [field: string]: unknown };
  at: number;
  notAccepted: boolean;
}

/** Stub of an executor. Replace each call with an async function. */
function missing(what: string): () => Promise<never> {
  const stub = () => Promise.reject(new Error(\`\${what} has no executor yet\`));
  return Object.assign(stub, { isStub: true });
}

/** Start the system under test. */
${record('starts', start, 'start', starts)}
/** Send an event to the system under test. */
${record('events', '(system: System, sent: Sent) => Promise<void>', 'event', events)}
/** Check a state: fail in any other state. */
${record('states', '(system: System) => Promise<void>', 'state', states)}
${record('effects', '(system: System) => Promise<void>', 'effect', effects)}`;
}

function record(name: string, type: string, kind: string, keys: readonly string[]): string {
  const lines = keys.map(
    (key) => `  ${JSON.stringify(key)}: missing(${JSON.stringify(`${kind} «${key}»`)}),\n`,
  );
  const union = keys.map((key) => JSON.stringify(key)).join(' | ') || 'never';
  return `export const ${name}: Record<${union}, ${type}> = {\n${lines.join('')}};\n`;
}

function testsOf(report: FullReport, executors: string, runner: SuiteRunner): string {
  const { machine, paths } = report;
  const lists = Object.entries(namesOf(report)).map(
    ([kind, names]) => `    [${executors}.${kind}, ${jsonText(names, 0)}],`,
  );
  return `
test(${JSON.stringify(`${machine}: every name has an executor`)}, () => {
  const used: [Record<string, unknown>, string[]][] = [
${lists.join('\n')}
  ];
  const isMissing = (executor: unknown) =>
    typeof executor !== 'function' || 'isStub' in executor;
  const missing = used.flatMap(([known, names]) =>
    names.filter((name) => !Object.hasOwn(known, name) || isMissing(known[name])),
  );
  expect(missing).toEqual([]);
});
${paths.map((path) => testOf(machine, executors, path, runner)).join('')}`;
}

function testOf(
  machine: string,
  executors: string,
  { name, start, steps }: ReportedPath,
  runner: SuiteRunner,
) {
  const shown = ({ state }: DisplayedState, effects: readonly Effect[]) => [
    `  await ${executors}.states[${JSON.stringify(state)}](system);`,
    ...effects.map(
      (effect) => `  await ${executors}.effects[${JSON.stringify(effect.name)}](system);`,
    ),
  ];
  const startCall = `${executors}.starts[${JSON.stringify(start.name)}]`;
  const input = jsonText(start.input ?? null, 0);
  const walked = steps.flatMap(({ name: title, event, notAccepted, at, after, effects }) => {
    const sent = jsonText({ event, at, notAccepted }, 0);
    const call = `${executors}.events[${JSON.stringify(event.type)}](system, ${sent})`;
    return [`  ${runner.step(title, call)}`, ...shown(after, effects)];
  });
  const first = runner.startsWithSystem
    ? `  await ${startCall}(system, ${input});`
    : `  const system = await ${startCall}(${input});`;
  return `
test(${JSON.stringify(`${machine}: ${name}`)}, async (${runner.fixture}) => {
${[first, ...shown(start, start.effects), ...walked].join('\n')}
});
`;
}

export const playwrightRunner: SuiteRunner = {
  module: '@playwright/test',
  system: `import type { Page } from '@playwright/test';

export type System = Page;
`,
  fixture: '{ page: system }',
  executors: 'playwright.executors',
  startsWithSystem: true,
  step: (title, call) => `await test.step(${JSON.stringify(title)}, () => ${call});`,
};

/** Runner of Vitest. Cucumber's step definitions use the same executors. */
export const vitestRunner: SuiteRunner = {
  module: 'vitest',
  system: `/** System under test, for the executors. Add the properties that they need. */
export interface System {
  [part: string]: unknown;
}
`,
  fixture: '',
  executors: 'executors',
  startsWithSystem: false,
  step: (title, call) => `await ${call}; // ${title.replaceAll(/\s+/g, ' ')}`,
};
