import type { GraphState, GraphTransition, MachineGraph } from '../graph/graph.ts';

/**
 * Returns true when the definition lets `next` come right after `before`: its source can be active
 * then. Guards and contexts are left out, so that sequences only they prevent can be reported as
 * such.
 */
export function canFollow(
  graph: MachineGraph,
  before: GraphTransition,
  next: GraphTransition,
): boolean {
  const states = new Map(graph.states.map((state) => [state.id, state]));
  const source = next.source;
  if (before.targets.length === 0)
    return related(states, before.source, source) || beside(states, before.source, source);
  return before.targets.some(
    (target) =>
      chain(states, target).includes(source) ||
      entered(states, target).has(source) ||
      (beside(states, target, source) && beside(states, before.source, source)) ||
      enteredBeside(states, target, source),
  );
}

type States = ReadonlyMap<string, GraphState>;

/** A state and all around it, from the inside out. */
function chain(states: States, id: string): string[] {
  const path: string[] = [];
  for (let at: string | null | undefined = id; at; at = states.get(at)?.parent) path.push(at);
  return path;
}

function related(states: States, a: string, b: string): boolean {
  return chain(states, a).includes(b) || chain(states, b).includes(a);
}

/** Returns true when two states lie in different regions of one parallel state. */
function beside(states: States, a: string, b: string): boolean {
  if (related(states, a, b)) return false;
  const around = chain(states, a);
  const common = chain(states, b).find((id) => around.includes(id));
  return common !== undefined && states.get(common)?.type === 'parallel';
}

/** States entered with a state by default; all below a history state's parent may be. */
function entered(states: States, id: string): Set<string> {
  const state = states.get(id);
  if (!state) return new Set();
  if (state.type === 'history')
    return new Set(
      [...states.keys()].filter((each) => chain(states, each).includes(state.parent ?? '')),
    );
  const inner = state.type === 'parallel' ? state.children : state.initial ? [state.initial] : [];
  return new Set([id, ...inner.flatMap((child) => [...entered(states, child)])]);
}

/** Regions beside a target are entered by default when the transition comes from outside. */
function enteredBeside(states: States, target: string, source: string): boolean {
  return chain(states, target).some((id) => {
    const around = states.get(id)?.parent;
    const parent = around ? states.get(around) : undefined;
    return (
      parent?.type === 'parallel' &&
      parent.children.some((region) => region !== id && entered(states, region).has(source))
    );
  });
}
