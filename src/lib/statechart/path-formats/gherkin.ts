import {
  type FullReport,
  jsonText,
  type ReportedPath,
  type ReportedStep,
  stateWithCode,
} from './path-report.ts';
import { type ExecutorsTarget, executorsFile, variable } from './test-suites.ts';

/**
 * Writes one feature per machine, tagged with its name, and one scenario per path. Consecutive
 * events that are not accepted are listed in a table.
 */
export function gherkin(reports: readonly FullReport[]): string {
  return reports.map(featureOf).join('\n');
}

function featureOf({ machine, criterion, paths }: FullReport): string {
  const scenarios = paths.map(scenarioOf).join('\n\n');
  return `@${tagOf(machine)}\nFeature: ${machine}, ${criterion}\n\n${scenarios}\n`;
}

/**
 * Executors for Cucumber step definitions: a start creates the system; effects are also checked.
 */
export const gherkinTarget: ExecutorsTarget = {
  system: `/** System under test, for the executors. Add the properties that they need. */
export interface System {
  [part: string]: unknown;
}
`,
  startsWithSystem: false,
  hasEffects: true,
};

export function tagOf(machine: string): string {
  return machine.replaceAll(/[\s@#]+/g, '-');
}

function scenarioOf({ name, start, steps }: ReportedPath): string {
  return [
    `  Scenario: ${name}`,
    `    Given the start ${quoted(start.name)}`,
    ...payload(start.input ?? null),
    `    And the state is ${quoted(stateWithCode(start))}`,
    ...groupRuns(steps).flatMap((run) =>
      run[0]?.refused ? notAcceptedLines(run) : run.flatMap(stepLines),
    ),
  ].join('\n');
}

function groupRuns(steps: readonly ReportedStep[]): ReportedStep[][] {
  const runs: ReportedStep[][] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last && last[0]?.refused === step.refused) last.push(step);
    else runs.push([step]);
  }
  return runs;
}

function stepLines(step: ReportedStep): string[] {
  return [
    `    When ${quoted(step.name)} is sent at ${quoted(instant(step.at))}`,
    ...payload(step.event),
    `    Then the state is ${quoted(stateWithCode(step.after))}`,
    ...step.effects.map((effect) => `    And ${quoted(effect.name)} is due`),
  ];
}

function notAcceptedLines(steps: readonly ReportedStep[]): string[] {
  const state = steps[0] ? stateWithCode(steps[0].after) : '';
  const rows = [
    ['event', 'at', 'payload'],
    ...steps.map(({ name, at, event }) => [name, instant(at), jsonText(event, 0)]),
  ];
  return [
    `    And each of these is refused, and the state stays ${quoted(state)}`,
    ...rows.map((row) => `      | ${row.map(cell).join(' | ')} |`),
  ];
}

const payload = (value: unknown) => ['      """json', `      ${jsonText(value, 0)}`, '      """'];
const instant = (at: number) => new Date(at).toISOString();
const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll(/\s+/g, ' ')}"`;
const cell = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('\n', '\\n');

/** Writes step definitions that call the executors of the machine in the feature's tag. */
export function cucumberSteps(reports: readonly FullReport[]): string {
  const imports = reports.map(
    ({ machine }) => `import * as ${variable(machine)} from './${executorsFile(machine)}';`,
  );
  const machines = reports.map(
    ({ machine }) => `  ${JSON.stringify(`@${tagOf(machine)}`)}: ${variable(machine)},`,
  );
  return `import { Before, type DataTable, Given, Then, When } from '@cucumber/cucumber';
${imports.join('\n')}

type Executor = (...given: never[]) => Promise<unknown>;
type Executors = Record<'starts' | 'events' | 'states' | 'effects', Record<string, Executor>>;
interface Scenario {
  executors: Executors;
  system: unknown;
}

const machines: Record<string, Executors> = {
${machines.join('\n')}
};

Before(function (this: Scenario, { pickle }) {
  const found = pickle.tags.map(({ name }) => machines[name]).find((each) => each !== undefined);
  if (!found) throw new Error(\`\${pickle.name} has no machine's tag\`);
  this.executors = found;
});

/** Calls the executor of a name. The error names \`kind\` if there is none. */
function call(scenario: Scenario, kind: keyof Executors, name: string, ...given: unknown[]) {
  const executor = scenario.executors[kind][name];
  if (!executor) throw new Error(\`\${kind} have no executor «\${name}»\`);
  return executor(...(given as never[]));
}

/** Removes the status code that the feature adds to a state. */
const withoutCode = (state: string) => state.replace(/ \\(-?\\d+\\)$/, '');

async function send(scenario: Scenario, at: string, payload: string, refused: boolean) {
  const event = JSON.parse(payload) as { type: string };
  const sent = { event, at: Date.parse(at), refused };
  await call(scenario, 'events', event.type, scenario.system, sent);
}

Given('the start {string}', async function (this: Scenario, name: string, input: string) {
  this.system = await call(this, 'starts', name, JSON.parse(input));
});

When(
  '{string} is sent at {string}',
  async function (this: Scenario, _name: string, at: string, payload: string) {
    await send(this, at, payload, false);
  },
);

Then('the state is {string}', async function (this: Scenario, state: string) {
  await call(this, 'states', withoutCode(state), this.system);
});

Then(
  'each of these is refused, and the state stays {string}',
  async function (this: Scenario, state: string, events: DataTable) {
    for (const { at = '', payload = '' } of events.hashes()) {
      await send(this, at, payload, true);
      await call(this, 'states', withoutCode(state), this.system);
    }
  },
);

Then('{string} is due', async function (this: Scenario, effect: string) {
  await call(this, 'effects', effect, this.system);
});
`;
}
