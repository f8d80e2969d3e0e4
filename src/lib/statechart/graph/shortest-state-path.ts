import type { GraphTransition, MachineGraph } from './graph.ts';
import { guardLeaves } from './guard.ts';

/**
 * The shortest way from where a machine begins to a state, as the states on it, along transitions
 * whose guards name none of `without`. Empty when no way leads there.
 */
export function shortestStatePath(
  graph: MachineGraph,
  target: string,
  without: readonly string[] = [],
): string[] {
  const begin = initialDescendant(graph, graph.states[0]?.id ?? '');
  const ways: string[][] = [[begin]];
  const seen = new Set([begin]);
  for (const way of ways) {
    const last = way.at(-1) as string;
    if (last === target) return way;
    for (const { targets } of leaving(graph, last, without)) {
      const next = targets[0] === undefined ? last : initialDescendant(graph, targets[0]);
      if (seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return [];
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
