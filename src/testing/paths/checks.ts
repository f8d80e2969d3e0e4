import { walkableTransitions } from '#lib/statechart/graph/graph-queries.ts';
import { type Exploration, explore, exploreWhole } from '#lib/statechart/paths/explore.ts';
import { type Checked, checkProperties } from '#lib/statechart/paths/properties.ts';
import { canonicalJson, stateText } from '#lib/statechart/paths/state-value.ts';
import { NotUniform } from '#lib/statechart/paths/whole-states.ts';
import { properties } from '#machines/properties.ts';
import {
  explainErrors,
  type NamedMachine,
  unexploredLines,
} from '#testing/machines/named-machines.ts';
import { UsageError } from '#tools/usage.ts';

/**
 * Checks the properties of machines over all explored states. Writes one line per property, and the
 * shortest violating walk. Returns true if all properties hold.
 * @throws {UsageError} if no machine has properties
 */
export function checkMachines(machines: readonly NamedMachine[], places: number): boolean {
  const subjects = machines.flatMap((machine) => {
    const own = properties[machine.name];
    return own ? [{ machine, own }] : [];
  });
  if (subjects.length === 0) throw new UsageError('the machine has no properties');
  let allHold = true;
  for (const { machine, own } of subjects) {
    const exploration = explainErrors(machine, () => explore(machine.scenario, places));
    process.stderr.write(unexploredLines(machine, exploration));
    const extent = exploration.complete
      ? 'all reachable states'
      : `${places} states (incomplete exploration)`;
    process.stdout.write(`${machine.name}: ${own.length} properties over ${extent}\n`);
    for (const checked of checkProperties(exploration, own)) {
      process.stdout.write(lineOf(checked));
      allHold &&= checked.breach === null && exploration.complete;
    }
  }
  return allHold;
}

function lineOf({ property: { name, source }, breach, instances }: Checked): string {
  if (!breach) return `  holds   ${name} (${source}; ${instances} instances)\n`;
  const walk = [breach.start, ...breach.steps].join(' → ');
  return `  BROKEN  ${name} (${source})\n          ${walk}, in ${breach.state}\n`;
}

/**
 * Counts all states of machines, distinguished by context. Writes states that are never entered,
 * transitions that are never taken, and dead ends. Returns true if there are no such findings and
 * all states were explored.
 * @throws {UsageError} for a machine that does more than change its state and context
 */
export function surveyMachines(machines: readonly NamedMachine[], limit: number): boolean {
  let isSound = true;
  for (const machine of machines) {
    const exploration = explainErrors(machine, () => survey(machine, limit));
    process.stderr.write(unexploredLines(machine));
    const extent = exploration.complete ? 'all reachable states' : 'incomplete exploration';
    process.stdout.write(
      `${machine.name}: ${exploration.states.count} states, ${exploration.steps} steps: ${extent}\n`,
    );
    const lines = findings(exploration);
    for (const line of lines) process.stdout.write(`  ${line}\n`);
    isSound &&= exploration.complete && lines.length === 0;
  }
  return isSound;
}

function survey({ name, scenario, derived }: NamedMachine, limit: number): Exploration {
  if (!derived)
    throw new UsageError(
      '--survey is for a machine file without a scenario: its events have no payload',
    );
  try {
    return exploreWhole(scenario, limit);
  } catch (error) {
    if (!(error instanceof NotUniform)) throw error;
    throw new UsageError(`${name} cannot be surveyed: ${error.message}`);
  }
}

function findings(exploration: Exploration): string[] {
  const { graph, taken, deadEnds } = exploration;
  const states = graph.states.filter(
    ({ id, parent, type }) => parent !== null && type !== 'history' && !exploration.entered.has(id),
  );
  const transitions = walkableTransitions(graph).filter(({ id }) => !taken.has(id));
  const [first] = deadEnds;
  return [
    ...states.map(({ id }) => `never entered: ${id}`),
    ...transitions.map(({ id }) => `never taken:   ${id}`),
    ...(first === undefined ? [] : [`dead end:      ${deadEnd(exploration, first)}`]),
  ];
}

function deadEnd(exploration: Exploration, state: number): string {
  const { value, context } = exploration.states.timed(state).snapshot;
  const walk = ['the start', ...exploration.walkTo(state)].join(' → ');
  const others = exploration.deadEnds.length - 1;
  const more = others > 0 ? `, and ${others} more` : '';
  return `${stateText(value)} ${canonicalJson(context)} after ${walk}${more}`;
}
