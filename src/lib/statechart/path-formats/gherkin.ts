import type { Effect } from '../paths/recorder.ts';
import type { DisplayedState } from '../paths/state-value.ts';
import { type FullReport, jsonText, type ReportedPath, type ReportedStep } from './path-report.ts';
import { type ModuleName, moduleNames } from './test-suites.ts';

/**
 * Writes one feature per machine, tagged with its name, and one scenario per path. Consecutive
 * events that are not accepted are listed in a table.
 */
export function gherkin(
  reports: readonly FullReport[],
  names: readonly ModuleName[] = moduleNames(reports.map(({ machine }) => machine)),
): string {
  return reports.map((report, index) => featureOf(report, names[index]?.file ?? '')).join('\n');
}

function featureOf({ machine, criterion, paths }: FullReport, tag: string): string {
  const scenarios = paths.map(scenarioOf).join('\n\n');
  return `@${tag}\nFeature: ${oneLine(machine)}, ${criterion}\n\n${scenarios}\n`;
}

function scenarioOf({ name, start, steps }: ReportedPath): string {
  return [
    `  Scenario: ${oneLine(name)}`,
    `    Given the start ${quoted(start.name)}`,
    ...payload(start.input ?? null),
    `    And the state is ${stateClause(start)}`,
    ...start.effects.map(effectLine),
    ...groupRuns(steps).flatMap((run) =>
      run[0]?.notAccepted ? notAcceptedLines(run) : run.flatMap(stepLines),
    ),
  ].join('\n');
}

function groupRuns(steps: readonly ReportedStep[]): ReportedStep[][] {
  const runs: ReportedStep[][] = [];
  for (const step of steps) {
    const last = runs.at(-1);
    if (last && last[0]?.notAccepted === step.notAccepted) last.push(step);
    else runs.push([step]);
  }
  return runs;
}

function stepLines(step: ReportedStep): string[] {
  return [
    `    When ${quoted(step.name)} is sent at ${quoted(instant(step.at))}`,
    ...payload(step.event),
    `    Then the state is ${stateClause(step.after)}`,
    ...step.effects.map(effectLine),
  ];
}

function notAcceptedLines(steps: readonly ReportedStep[]): string[] {
  const state = steps[0] ? stateClause(steps[0].after) : '';
  const rows = [
    ['event', 'at', 'payload'],
    ...steps.map(({ name, at, event }) => [name, instant(at), jsonText(event, 0)]),
  ];
  return [
    `    And each of these is not accepted, and the state stays ${state}`,
    ...rows.map((row) => `      | ${row.map(cell).join(' | ')} |`),
  ];
}

/** Escapes quotes in JSON strings, because three quotes in a row would end the doc string. */
const payload = (value: unknown) => [
  '      """json',
  `      ${jsonText(value, 0).replaceAll('\\"', '\\u0022')}`,
  '      """',
];
const instant = (at: number) => new Date(at).toISOString();
const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ');
const quoted = (text: string) => JSON.stringify(text);
const stateClause = ({ state, code }: DisplayedState) =>
  `${quoted(state)}${code === null ? '' : ` with code ${code}`}`;
const effectLine = ({ name }: Effect) => `    And ${quoted(name)} is due`;
const cell = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('\n', '\\n');

export function cucumberSteps(names: readonly ModuleName[]): string {
  const imports = names.map(
    ({ file, variable }) => `import * as ${variable} from './${file}.executors.ts';`,
  );
  const machines = names.map(
    ({ file, variable }) => `  ${JSON.stringify(`@${file}`)}: ${variable},`,
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
  if (!found) throw new Error(\`\${pickle.name} has no tag of a machine\`);
  this.executors = found;
});

function call(scenario: Scenario, kind: keyof Executors, json: string, ...given: unknown[]) {
  const name: string = JSON.parse(json);
  const executor = scenario.executors[kind][name];
  if (!executor || !Object.hasOwn(scenario.executors[kind], name)) throw new Error(\`\${kind} have no executor «\${name}»\`);
  return executor(...(given as never[]));
}

async function send(scenario: Scenario, at: string, payload: string, notAccepted: boolean) {
  const event = JSON.parse(payload) as { type: string };
  const sent = { event, at: Date.parse(at), notAccepted };
  await call(scenario, 'events', JSON.stringify(event.type), scenario.system, sent);
}

Given(/^the start (".*")$/, async function (this: Scenario, name: string, input: string) {
  this.system = await call(this, 'starts', name, JSON.parse(input));
});

When(
  /^(?:".*") is sent at "(.*)"$/,
  async function (this: Scenario, at: string, payload: string) {
    await send(this, at, payload, false);
  },
);

Then(/^the state is (".*")(?: with code -?\\d+)?$/, async function (this: Scenario, state: string) {
  await call(this, 'states', state, this.system);
});

Then(
  /^each of these is not accepted, and the state stays (".*")(?: with code -?\\d+)?$/,
  async function (this: Scenario, state: string, events: DataTable) {
    for (const { at = '', payload = '' } of events.hashes()) {
      await send(this, at, payload, true);
      await call(this, 'states', state, this.system);
    }
  },
);

Then(/^(".*") is due$/, async function (this: Scenario, effect: string) {
  await call(this, 'effects', effect, this.system);
});
`;
}
