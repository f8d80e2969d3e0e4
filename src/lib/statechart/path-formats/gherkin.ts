import type { ExecutorsTarget } from './executors.ts';
import {
  type FullReport,
  jsonText,
  type ReportedPath,
  type ReportedStep,
  stateWithCode,
} from './path-report.ts';

/** Writes one feature per machine, tagged with its name; one scenario per path, refusals in a row as a table. */
export function gherkin(reports: readonly FullReport[]): string {
  return reports.map(featureOf).join('\n');
}

function featureOf({ machine, criterion, paths }: FullReport): string {
  const scenarios = paths.map(scenarioOf).join('\n\n');
  return `@${tagOf(machine)}\nFeature: ${machine}, ${criterion}\n\n${scenarios}\n`;
}

/** Executors that Cucumber's steps call: a start makes what they act on, effects are checked too. */
export const gherkinTarget: ExecutorsTarget = {
  system: `/** What the executors act on; give it the parts that they need. */
export interface System {
  [part: string]: unknown;
}
`,
  startsWithSystem: false,
  hasEffects: true,
};

/** Name of a feature's tag: what Gherkin takes as one word. */
export function tagOf(machine: string): string {
  return machine.replaceAll(/[\s@#]+/g, '-');
}

function scenarioOf({ name, start, steps }: ReportedPath): string {
  return [
    `  Scenario: ${name}`,
    `    Given the start ${quoted(start.name)}`,
    ...payload(start.input ?? null),
    `    And the state is ${quoted(stateWithCode(start))}`,
    ...inRuns(steps).flatMap((run) => (run[0]?.refused ? refusals(run) : run.flatMap(stepLines))),
  ].join('\n');
}

/** Groups consecutive refused steps, and consecutive other steps. */
function inRuns(steps: readonly ReportedStep[]): ReportedStep[][] {
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

function refusals(steps: readonly ReportedStep[]): string[] {
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
/** An argument `{string}` of Cucumber's expressions. */
const quoted = (text: string) => `"${text.replaceAll(/["\\]/g, '\\$&').replaceAll(/\s+/g, ' ')}"`;
const cell = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replaceAll('\n', '\\n');
