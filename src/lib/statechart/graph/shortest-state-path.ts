import type { GraphTransition, MachineGraph } from './graph.ts';
import { guardLeaves } from './guard.ts';

/** A state on a way, and the event that leads there; null where the machine begins. */
interface Stop {
  state: string;
  event: string | null;
}

/**
 * The shortest way from where a machine begins to a state, along transitions whose guards name none
 * of `without`. Empty when no way leads there.
 */
export function shortestWay(
  graph: MachineGraph,
  target: string,
  without: readonly string[] = [],
): Stop[] {
  const begin = initialDescendant(graph, graph.states[0]?.id ?? '');
  const ways: Stop[][] = [[{ state: begin, event: null }]];
  const seen = new Set([begin]);
  for (const way of ways) {
    const { state: last } = way.at(-1) as Stop;
    if (last === target) return way;
    for (const { targets, event } of leaving(graph, last, without)) {
      const state = targets[0] === undefined ? last : initialDescendant(graph, targets[0]);
      if (seen.has(state)) continue;
      seen.add(state);
      ways.push([...way, { state, event }]);
    }
  }
  return [];
}

/** The states on the {@link shortestWay}. */
export function shortestStatePath(...way: Parameters<typeof shortestWay>): string[] {
  return shortestWay(...way).map(({ state }) => state);
}

/** The innermost state that entering one leads to. */
function initialDescendant(graph: MachineGraph, id: string): string {
  const initial = graph.states.find((state) => state.id === id)?.initial;
  return initial ? initialDescendant(graph, initial) : id;
}

function leaving(graph: MachineGraph, id: string, without: readonly string[]): GraphTransition[] {
  return graph.transitions.filter(
    ({ source, kind, guard }) =>
      kind === 'event' &&
      (source === id || isDescendant(graph, id, source)) &&
      !(guard && guardLeaves(guard).some((name) => without.includes(name))),
  );
}

/** Returns true when a state lies in another, at any depth. */
export function isDescendant({ states }: MachineGraph, id: string, outer: string): boolean {
  const parent = states.find((state) => state.id === id)?.parent;
  if (!parent) return false;
  return parent === outer || isDescendant({ states } as MachineGraph, parent, outer);
}
