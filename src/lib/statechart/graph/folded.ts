import type { GraphState, GraphTransition, MachineGraph } from './graph.ts';

/** States that have others inside, but for the root: those that can be folded. */
export function foldable({ states }: MachineGraph): GraphState[] {
  return states.filter(({ parent, children }) => parent !== null && children.length > 0);
}

/**
 * The graph with some states as if they had none inside. What leads into one or out of it begins and
 * ends at the state itself; what happens within it is left out.
 */
export function folded(graph: MachineGraph, ids: ReadonlySet<string>): MachineGraph {
  const parents = new Map(graph.states.map(({ id, parent }) => [id, parent]));
  const seenAs = (id: string): string => {
    const around = parents.get(id) ?? null;
    const outer = around === null ? id : seenAs(around);
    return outer !== around || ids.has(outer) ? outer : id;
  };
  const transitions = graph.transitions.flatMap((each): GraphTransition[] => {
    const source = seenAs(each.source);
    const targets = [...new Set(each.targets.map(seenAs))];
    const isWithin = ids.has(source) && targets.every((target) => target === source);
    return isWithin ? [] : [{ ...each, source, targets }];
  });
  const states = graph.states
    .filter(({ id }) => seenAs(id) === id)
    .map((state) => (ids.has(state.id) ? { ...state, children: [], initial: null } : state));
  return { ...graph, states, transitions };
}
