import type { EventObject } from 'xstate';
import { machineGraph } from '#lib/statechart/graph/graph.ts';
import { activeStates, stateText } from '#lib/statechart/paths/state-value.ts';
import { type ConcreteSpace, concreteSpace } from '#lib/statechart/space/concrete-space.ts';
import { type NamedMachine, unexploredLines } from '../machines/named-machines.ts';
import { UsageError } from '../usage.ts';

/**
 * Counts every state of some machines, contexts told apart; writes what is never entered or taken,
 * and where nothing leads on. Returns true when there is no such thing and the whole was explored.
 * @throws {UsageError} for a machine that does more than change its state and context
 */
export function surveyMachines(machines: readonly NamedMachine[], limit: number): boolean {
  let isSound = true;
  for (const machine of machines) {
    const space = spaceOf(machine, limit);
    process.stderr.write(unexploredLines(machine));
    const { states, steps, asked, complete } = space;
    const whole = complete ? 'the whole space' : 'not the whole space';
    process.stdout.write(
      `${machine.name}: ${states} states, ${steps} steps (${asked} by XState, the others alike): ${whole}\n`,
    );
    const lines = findings(machine, space);
    for (const line of lines) process.stdout.write(`  ${line}\n`);
    isSound &&= complete && lines.length === 0;
  }
  return isSound;
}

function spaceOf({ name, machine, derived }: NamedMachine, limit: number): ConcreteSpace {
  if (!derived)
    throw new UsageError('--survey is for a machine file without a scenario: it sends no payload');
  try {
    return concreteSpace(machine, { events: eventsOf(derived.scenario), limit });
  } catch (error) {
    throw new UsageError(`${name} cannot be surveyed: ${(error as Error).message}`);
  }
}

/** A derived scenario sends the same events everywhere. */
function eventsOf({ samples }: NonNullable<NamedMachine['derived']>['scenario']): EventObject[] {
  return samples({ value: {}, children: {} } as never, 0).map(({ event }) => event);
}

function findings({ machine }: NamedMachine, space: ConcreteSpace): string[] {
  const graph = machineGraph(machine);
  const entered = new Set(space.values.flatMap((value) => activeStates(value)));
  const states = graph.states.filter(({ id, parent }) => parent !== null && !entered.has(id));
  const transitions = graph.transitions.filter(
    ({ id, kind }) => kind !== 'initial' && !space.taken.has(id),
  );
  const [first, ...others] = space.deadEnds;
  return [
    ...states.map(({ id }) => `never entered: ${id}`),
    ...transitions.map(({ id }) => `never taken:   ${id}`),
    ...(first === undefined ? [] : [`dead end:      ${deadEnd(space, first, others.length)}`]),
  ];
}

function deadEnd(space: ConcreteSpace, index: number, others: number): string {
  const { value, context } = space.stateAt(index);
  const walk = ['the start', ...space.walkTo(index)].join(' → ');
  const more = others > 0 ? `, and ${others} more` : '';
  return `${stateText(value)} ${JSON.stringify(context)} after ${walk}${more}`;
}
