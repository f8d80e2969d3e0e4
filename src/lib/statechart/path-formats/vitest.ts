import type { SuiteRunner } from './executors.ts';
import { type FullReport, jsonText, type ReportedPath } from './path-report.ts';

/** Vitest over executors: a start makes what they act on. */
export const vitestRunner: SuiteRunner = {
  module: 'vitest',
  system: `/** What the executors act on; give it the parts that they need. */
export interface System {
  [part: string]: unknown;
}
`,
  fixture: '',
  hasEffects: false,
  startsWithSystem: false,
  step: (title, call) => `await ${call}; // ${title.replaceAll(/\s+/g, ' ')}`,
};

/** Modules that a generated test file imports. */
export interface TestImports {
  /** Folder of this library, `#lib/statechart`. */
  library: string;
  /** Module whose `scenarios` has the scenario of each machine by its name. */
  scenarios: string;
}

/** Writes a Vitest file that walks each path with XState itself; with executors, `suite` does. */
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
${reports.flatMap((report) => report.paths.map((path) => testOf(report.machine, path))).join('')}`;
}

function testOf(machine: string, { name, start, steps }: ReportedPath): string {
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
