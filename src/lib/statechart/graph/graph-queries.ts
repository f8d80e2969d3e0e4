import {
  type GraphState,
  type GraphTransition,
  isDefaultEntry,
  isListed,
  type MachineGraph,
} from './graph.ts';
import { guardLeaves } from './guard.ts';

interface PathStep {
  state: string;
  /** Event that leads to the state; null at the start. */
  event: string | null;
}

/**
 * Returns the shortest path from the initial state to `target`; empty if there is no path. Leaves
 * out transitions that {@link isListed} selects, and guards that contain a name in `without`.
 */
export function shortestPath(
  graph: MachineGraph,
  target: string,
  without: readonly string[] = [],
): PathStep[] {
  const begin = initialDescendant(graph, graph.states[0]?.id ?? '');
  const paths: PathStep[][] = [[{ state: begin, event: null }]];
  const seen = new Set([begin]);
  for (const path of paths) {
    const { state: last } = path.at(-1) as PathStep;
    if (last === target) return path;
    for (const { targets, event } of leaving(graph, last, without)) {
      const state = targets[0] === undefined ? last : initialDescendant(graph, targets[0]);
      if (seen.has(state)) continue;
      seen.add(state);
      paths.push([...path, { state, event }]);
    }
  }
  return [];
}

/** Returns the transitions that a step can take: neither default entries nor `EVENT: {}`. */
export function walkableTransitions({ transitions }: MachineGraph): GraphTransition[] {
  return transitions.filter(
    ({ kind, targets, actions }) => !isDefaultEntry(kind) && targets.length + actions.length > 0,
  );
}

function initialDescendant(graph: MachineGraph, id: string): string {
  const initial = graph.states.find((state) => state.id === id)?.initial;
  return initial ? initialDescendant(graph, initial) : id;
}

function leaving(graph: MachineGraph, id: string, without: readonly string[]): GraphTransition[] {
  return graph.transitions.filter(
    (transition) =>
      transition.kind === 'event' &&
      !isListed(transition) &&
      isInside(graph, id, transition.source) &&
      !(transition.guard && guardLeaves(transition.guard).some((name) => without.includes(name))),
  );
}

/** Returns true if a state is `outer` or one of its descendants. */
export function isInside(graph: MachineGraph, id: string, outer: string): boolean {
  if (id === outer) return true;
  const parent = graph.states.find((state) => state.id === id)?.parent;
  return typeof parent === 'string' && isInside(graph, parent, outer);
}

/** Returns the states that can be entered if every guard may be true or false. */
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

  const possible = transitions.filter(
    (each) => !isShadowed(graph, each) && each.delay?.ms !== Number.POSITIVE_INFINITY,
  );
  const [root] = states;
  if (root) enter(root.id);
  for (let size = -1; size !== entered.size; ) {
    size = entered.size;
    for (const { source, targets } of possible)
      if (entered.has(source)) for (const target of targets) enter(target);
  }
  return entered;
}

/** Returns true if an earlier candidate without guard always takes precedence over a transition. */
export function isShadowed(
  { transitions }: MachineGraph,
  { source, kind, event, index }: GraphTransition,
): boolean {
  return transitions.some(
    (other) =>
      other.source === source &&
      other.kind === kind &&
      other.event === event &&
      other.index < index &&
      !other.guard,
  );
}

function defaultsOf({ type, children, initial }: GraphState): readonly string[] {
  if (type === 'parallel') return children;
  return initial === null ? [] : [initial];
}

/**
 * Returns true if the source of `next` can be active directly after `before`. Ignores guards and
 * context, so that callers can report sequences that only a guard or the context prevents.
 */
export function canFollow(
  graph: MachineGraph,
  before: GraphTransition,
  next: GraphTransition,
): boolean {
  const states = new Map(graph.states.map((state) => [state.id, state]));
  const source = next.source;
  if (before.targets.length === 0)
    return (
      related(states, before.source, source) || areInDifferentRegions(states, before.source, source)
    );
  return before.targets.some(
    (target) =>
      withAncestors(states, target).includes(source) ||
      enteredWith(states, target).has(source) ||
      (areInDifferentRegions(states, target, source) &&
        areInDifferentRegions(states, before.source, source)) ||
      entersOtherRegion(states, target, source),
  );
}

type States = ReadonlyMap<string, GraphState>;

function withAncestors(states: States, id: string): string[] {
  const path: string[] = [];
  for (let at: string | null | undefined = id; at; at = states.get(at)?.parent) path.push(at);
  return path;
}

function related(states: States, a: string, b: string): boolean {
  return withAncestors(states, a).includes(b) || withAncestors(states, b).includes(a);
}

function areInDifferentRegions(states: States, a: string, b: string): boolean {
  if (related(states, a, b)) return false;
  const around = withAncestors(states, a);
  const common = withAncestors(states, b).find((id) => around.includes(id));
  return common !== undefined && states.get(common)?.type === 'parallel';
}

function enteredWith(states: States, id: string): Set<string> {
  const state = states.get(id);
  if (!state) return new Set();
  if (state.type === 'history')
    return new Set(
      [...states.keys()].filter((each) => withAncestors(states, each).includes(state.parent ?? '')),
    );
  const inner = state.type === 'parallel' ? state.children : state.initial ? [state.initial] : [];
  return new Set([id, ...inner.flatMap((child) => [...enteredWith(states, child)])]);
}

function entersOtherRegion(states: States, target: string, source: string): boolean {
  return withAncestors(states, target).some((id) => {
    const around = states.get(id)?.parent;
    const parent = around ? states.get(around) : undefined;
    return (
      parent?.type === 'parallel' &&
      parent.children.some((region) => region !== id && enteredWith(states, region).has(source))
    );
  });
}
