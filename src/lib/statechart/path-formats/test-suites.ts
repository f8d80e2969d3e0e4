import { type FullReport, jsonText, type ReportedPath } from './path-report.ts';

export interface ExecutorsTarget {
  system: string;
  /** True if a start receives the system; false if it creates the system. */
  startsWithSystem: boolean;
  hasEffects: boolean;
}

export interface SuiteRunner extends ExecutorsTarget {
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
    effects: sorted(steps.flatMap((step) => step.effects.map(({ name }) => name))),
  };
}

/**
 * Writes a test file that walks each path with the executors in `<machine>.executors.ts`. Its first
 * test lists missing executors.
 */
export function suite(reports: readonly FullReport[], runner: SuiteRunner): string {
  const imports = reports.map(
    ({ machine }) => `import * as ${variable(machine)} from './${executorsFile(machine)}';`,
  );
  return `import { expect, test } from '${runner.module}';
${imports.join('\n')}
${reports.map((report) => testsOf(report, runner)).join('')}`;
}

export function stubs(report: FullReport, target: ExecutorsTarget): string {
  const { starts, events, states, effects } = namesOf(report);
  const start = target.startsWithSystem
    ? '(system: System, input: unknown) => Promise<void>'
    : '(input: unknown) => Promise<System>';
  return `${target.system}
/** An event of a walk. \`at\`: ms since the epoch. \`refused\`: the event must not change anything. */
export interface Sent {
  event: { type: string; [field: string]: unknown };
  at: number;
  refused: boolean;
}

/** Stub of an executor. Replace each call with an async function. */
function notYet(what: string): () => Promise<never> {
  const stub = () => Promise.reject(new Error(\`\${what} has no executor yet\`));
  return Object.assign(stub, { isStub: true });
}

/** Start the system under test. */
${record('starts', start, 'start', starts)}
/** Send an event to it. */
${record('events', '(system: System, sent: Sent) => Promise<void>', 'event', events)}
/** Check a state: fail in any other state. */
${record('states', '(system: System) => Promise<void>', 'state', states)}${
  target.hasEffects
    ? `
/** Check an effect: fail without it. */
${record('effects', '(system: System) => Promise<void>', 'effect', effects)}`
    : ''
}`;
}

export function executorsFile(machine: string): string {
  return `${machine}.executors.ts`;
}

function record(name: string, type: string, kind: string, keys: readonly string[]): string {
  const lines = keys.map(
    (key) => `  ${JSON.stringify(key)}: notYet(${JSON.stringify(`${kind} «${key}»`)}),\n`,
  );
  const union = keys.map((key) => JSON.stringify(key)).join(' | ') || 'never';
  return `export const ${name}: Record<${union}, ${type}> = {\n${lines.join('')}};\n`;
}

function testsOf(report: FullReport, runner: SuiteRunner): string {
  const { machine, paths } = report;
  const executors = variable(machine);
  const { effects, ...used } = namesOf(report);
  const lists = Object.entries(used).map(
    ([kind, names]) => `    [${executors}.${kind}, ${jsonText(names, 0)}],`,
  );
  return `
test(${JSON.stringify(`${machine}: nothing lacks its executor`)}, () => {
  const used: [Record<string, unknown>, string[]][] = [
${lists.join('\n')}
  ];
  const isMissing = (executor: unknown) =>
    typeof executor !== 'function' || 'isStub' in executor;
  const missing = used.flatMap(([known, names]) => names.filter((name) => isMissing(known[name])));
  expect(missing).toEqual([]);
});
${paths.map((path) => testOf(machine, path, runner)).join('')}`;
}

function testOf(machine: string, { name, start, steps }: ReportedPath, runner: SuiteRunner) {
  const executors = variable(machine);
  const shown = (state: string) => `  await ${executors}.states[${JSON.stringify(state)}](system);`;
  const startCall = `${executors}.starts[${JSON.stringify(start.name)}]`;
  const input = jsonText(start.input ?? null, 0);
  const walked = steps.flatMap(({ name: title, event, refused, at, after }) => {
    const sent = jsonText({ event, at, refused }, 0);
    const call = `${executors}.events[${JSON.stringify(event.type)}](system, ${sent})`;
    return [`  ${runner.step(title, call)}`, shown(after.state)];
  });
  const first = runner.startsWithSystem
    ? `  await ${startCall}(system, ${input});`
    : `  const system = await ${startCall}(${input});`;
  return `
test(${JSON.stringify(`${machine}: ${name}`)}, async (${runner.fixture}) => {
${[first, shown(start.state), ...walked].join('\n')}
});
`;
}

export function variable(machine: string): string {
  return machine.replaceAll(/[^A-Za-z0-9_$]+(.)/g, (_, letter: string) => letter.toUpperCase());
}

export const playwrightRunner: SuiteRunner = {
  module: '@playwright/test',
  system: `import type { Page } from '@playwright/test';

export type System = Page;
`,
  fixture: '{ page: system }',
  hasEffects: false,
  startsWithSystem: true,
  step: (title, call) => `await test.step(${JSON.stringify(title)}, () => ${call});`,
};

export function playwright(reports: readonly FullReport[]): string {
  return suite(reports, playwrightRunner);
}

export const vitestRunner: SuiteRunner = {
  module: 'vitest',
  system: `/** System under test, for the executors. Add the properties that they need. */
export interface System {
  [part: string]: unknown;
}
`,
  fixture: '',
  hasEffects: false,
  startsWithSystem: false,
  step: (title, call) => `await ${call}; // ${title.replaceAll(/\s+/g, ' ')}`,
};

export interface TestImports {
  library: string;
  scenarios: string;
}

/** Writes a Vitest file that walks each path with XState itself. For executors, see `suite`. */
export function vitest(reports: readonly FullReport[], imports: TestImports): string {
  return `import { expect, test } from 'vitest';
import { stateText, statusCode } from '${imports.library}/paths/state-value.ts';
import { Recorder } from '${imports.library}/paths/recorder.ts';
import { scenarios } from '${imports.scenarios}';

interface Path {
  input?: unknown;
  start: [state: string, code: number | null];
  steps: { event: { type: string }; transitions: string[]; after: [string, number | null] }[];
}

function walk(machine: string, { input, start, steps }: Path) {
  const scenario = scenarios[machine];
  if (!scenario) throw new Error(\`No machine \${machine}\`);
  const recorder = new Recorder(scenario.machine, input);
  let { snapshot } = recorder.start(input);
  expect([stateText(snapshot.value), statusCode(snapshot)]).toEqual(start);
  for (const { event, transitions, after } of steps) {
    const macrostep = recorder.step(snapshot, event);
    snapshot = macrostep.snapshot;
    expect(macrostep.transitions).toEqual(transitions);
    expect([stateText(snapshot.value), statusCode(snapshot)]).toEqual(after);
  }
}
${reports.flatMap((report) => report.paths.map((path) => walkTestOf(report.machine, path))).join('')}`;
}

function walkTestOf(machine: string, { name, start, steps }: ReportedPath): string {
  const path = {
    ...(start.input !== undefined && { input: start.input }),
    start: [start.state, start.code],
    steps: steps.map(({ event, transitions, after }) => ({
      event,
      transitions,
      after: [after.state, after.code],
    })),
  };
  return `
test(${JSON.stringify(`${machine}: ${name}`)}, () => {
  walk(${JSON.stringify(machine)}, ${jsonText(path)});
});
`;
}
