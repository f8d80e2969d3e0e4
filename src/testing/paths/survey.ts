import { exploreWhole, type Search } from '#lib/statechart/paths/explore.ts';
import { stateText } from '#lib/statechart/paths/state-value.ts';
import { NotUniform } from '#lib/statechart/paths/whole-states.ts';
import { type NamedMachine, unexploredLines } from '#testing/machines/named-machines.ts';
import { UsageError } from '#tools/usage.ts';

/**
 * Counts every state of some machines, contexts told apart; writes what is never entered or taken,
 * and where nothing leads on. Returns true when there is no such thing and the whole was explored.
 * @throws {UsageError} for a machine that does more than change its state and context
 */
export function surveyMachines(machines: readonly NamedMachine[], limit: number): boolean {
  let isSound = true;
  for (const machine of machines) {
    const found = surveyed(machine, limit);
    process.stderr.write(unexploredLines(machine));
    const whole = found.complete ? 'the whole space' : 'not the whole space';
    process.stdout.write(
      `${machine.name}: ${found.states.count} states, ${found.steps} steps: ${whole}\n`,
    );
    const lines = findings(found);
    for (const line of lines) process.stdout.write(`  ${line}\n`);
    isSound &&= found.complete && lines.length === 0;
  }
  return isSound;
}

function surveyed({ name, scenario, derived }: NamedMachine, limit: number): Search {
  if (!derived)
    throw new UsageError('--survey is for a machine file without a scenario: it sends no payload');
  try {
    return exploreWhole(scenario, limit);
  } catch (error) {
    if (!(error instanceof NotUniform)) throw error;
    throw new UsageError(`${name} cannot be surveyed: ${error.message}`);
  }
}

function findings(found: Search): string[] {
  const { graph, taken, deadEnds } = found;
  const states = graph.states.filter(({ id, parent }) => parent !== null && !found.entered.has(id));
  const transitions = graph.transitions.filter(
    ({ id, kind }) => kind !== 'initial' && !taken.has(id),
  );
  const [first] = deadEnds;
  return [
    ...states.map(({ id }) => `never entered: ${id}`),
    ...transitions.map(({ id }) => `never taken:   ${id}`),
    ...(first === undefined ? [] : [`dead end:      ${deadEnd(found, first)}`]),
  ];
}

function deadEnd(found: Search, state: number): string {
  const { value, context } = found.states.timed(state).snapshot;
  const walk = ['the start', ...found.walkTo(state)].join(' → ');
  const others = found.deadEnds.length - 1;
  const more = others > 0 ? `, and ${others} more` : '';
  return `${stateText(value)} ${JSON.stringify(context)} after ${walk}${more}`;
}
