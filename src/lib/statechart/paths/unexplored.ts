import type { AnyStateMachine } from 'xstate';
import { graphActions } from '../graph/action.ts';
import { declaredTransitions, nodesBelow, stateId } from '../graph/declared-transitions.ts';
import { type GraphTransition, machineGraph } from '../graph/graph.ts';

/** Part of a machine that exploration leaves out, or walks by an assumption. */
export interface Unexplored {
  /** Id of a state or a transition of the graph, with the event where there is one. */
  place: string;
  reason: string;
}

/**
 * What a machine's definition alone tells of it: actors that are not run, functions that are seen
 * as a whole, events that are made up. In document order.
 */
export function declaredUnexplored(machine: AnyStateMachine): Unexplored[] {
  const { states, transitions } = machineGraph(machine);
  return [
    ...states.flatMap(({ id, invokes }) =>
      invokes.map((invoked) => ({ place: id, reason: ofInvoke(invoked, transitions) })),
    ),
    ...transitions.flatMap((transition) =>
      ofTransition(transition).map((reason) => ({ place: transition.id, reason })),
    ),
    ...functionsOf(machine),
  ];
}

function ofInvoke(
  { id, src }: { id: string; src: string },
  transitions: readonly GraphTransition[],
): string {
  const kinds = transitions.filter(({ actor }) => actor === id).map(({ kind }) => kind);
  const ends = [
    ...(kinds.includes('done') ? ['done with an empty output'] : []),
    ...(kinds.includes('error') ? ['failed'] : []),
  ];
  const walked = ends.length
    ? `its end is walked as ${ends.join(' and as ')}`
    : 'no end is awaited';
  return `the invoked actor «${id}» (${src}) is not run; ${walked}`;
}

function ofTransition({ kind, event, delay, actions }: GraphTransition): string[] {
  const reasons: string[] = [];
  if (kind === 'snapshot') reasons.push('snapshots of an invoked actor are not walked');
  if (kind === 'event' && event.endsWith('*'))
    reasons.push(`«${event}» is walked with one event made up for it`);
  if (delay && delay.ms === null)
    reasons.push(`the delay «${delay.name}» is a function: walked as it answers there`);
  for (const { name, kind: action } of actions) {
    if (action === 'spawn') reasons.push(`«${name}» spawns an actor, which is not run`);
    if (action === 'send') reasons.push(`«${name}» sends to an actor, and nothing arrives there`);
  }
  return reasons;
}

/** Functions without a name of their own in the machine: guards seen as a whole, effects not run. */
function functionsOf(machine: AnyStateMachine): Unexplored[] {
  return [...nodesBelow(machine.root)].flatMap((node) => [
    ...[...node.entry, ...node.exit].flatMap((action) => ofAction(machine, action, stateId(node))),
    ...declaredTransitions(node).flatMap(({ id, definition }) => [
      ...(isInlineGuard(definition.guard)
        ? [{ place: id, reason: 'an inline guard is seen true or false as a whole only' }]
        : []),
      ...definition.actions.flatMap((action) => ofAction(machine, action, id)),
    ]),
  ]);
}

function ofAction(machine: AnyStateMachine, action: unknown, place: string): Unexplored[] {
  const [read] = typeof action === 'function' ? graphActions(machine, [action]) : [];
  return read?.kind === 'effect'
    ? [{ place, reason: 'an inline action is noted and not run' }]
    : [];
}

function isInlineGuard(guard: unknown): boolean {
  if (typeof guard !== 'function') return false;
  const parts = (guard as { guards?: unknown[] }).guards;
  return 'check' in guard ? (parts ?? []).some(isInlineGuard) : true;
}
