import type { GraphState, GraphTransition, MachineGraph } from './graph.ts';
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
export function shortestPath(
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

/** The states on the {@link shortestPath}. */
export function shortestStatePath(...way: Parameters<typeof shortestPath>): string[] {
  return shortestPath(...way).map(({ state }) => state);
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

/** States that have others inside, but for the root: those that can be folded. */
export function foldableStates({ states }: MachineGraph): GraphState[] {
  return states.filter(({ parent, children }) => parent !== null && children.length > 0);
}

/**
 * The graph with some states as if they had none inside. What leads into one or out of it begins and
 * ends at the state itself; what happens within it is left out.
 */
export function foldStates(graph: MachineGraph, ids: ReadonlySet<string>): MachineGraph {
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
