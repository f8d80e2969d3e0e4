import type { GraphState, GraphTransition, MachineGraph } from './graph.ts';

/**
 * The states that some sequence of declared transitions enters when every guard may be true or
 * false: what is not among them no event, input or time can enter.
 */
export function enterableStates(graph: MachineGraph): Set<string> {
  const { states, transitions } = graph;
  const byId = new Map(states.map((state) => [state.id, state]));
  const entered = new Set<string>();

  function enter(id: string): void {
    const state = byId.get(id);
    if (!state || entered.has(id)) return;
    entered.add(id);
    if (state.parent) enter(state.parent);
    for (const child of defaultsOf(state)) enter(child);
  }

  const possible = transitions.filter((transition) => !isShadowed(graph, transition));
  const [root] = states;
  if (root) enter(root.id);
  for (let size = -1; size !== entered.size; ) {
    size = entered.size;
    for (const { source, targets } of possible)
      if (entered.has(source)) for (const target of targets) enter(target);
  }
  return entered;
}

/** Tests that an earlier candidate, which has no guard, always goes before a transition. */
export function isShadowed(
  { transitions }: MachineGraph,
  { source, event, index }: GraphTransition,
): boolean {
  return transitions.some(
    (other) =>
      other.source === source && other.event === event && other.index < index && !other.guard,
  );
}

/** The children that are entered with a state, unless a transition names others. */
function defaultsOf({ type, children, initial }: GraphState): readonly string[] {
  if (type === 'parallel') return children;
  return initial === null ? [] : [initial];
}
