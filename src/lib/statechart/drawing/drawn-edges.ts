import type { GraphTransition, MachineGraph } from '../graph/graph.ts';
import { guardText } from '../graph/guard.ts';
import { innerTransitions } from './chart-lines.ts';

export interface DrawnEdge {
  id: string;
  transitions: GraphTransition[];
  isRail: boolean;
  /**
   * True if the target is declared before the source. ELK receives such edges reversed: if it broke
   * the cycles itself, the main flow would not read forward.
   */
  isBackward: boolean;
}

/**
 * Groups transitions by line. Equal transitions of several states (event, target, guard, effects)
 * form a rail; others share one line per source and target.
 */
export function drawnEdges(graph: MachineGraph): DrawnEdge[] {
  const drawn = drawnTransitions(graph);
  const order = new Map(graph.states.map(({ id }, index) => [id, index]));
  const isBackward = ({ source, targets }: GraphTransition) =>
    (order.get(targets[0] ?? source) ?? 0) < (order.get(source) ?? 0);
  const groups = Map.groupBy(drawn, (each) => {
    const { event, source, targets, guard, actions, index } = each;
    const target = targets[0] ?? source;
    if (target === source) return `${source} itself`;
    const effects = actions.map(({ name }) => name).join();
    return [event, target, index, isBackward(each), guard && guardText(guard), effects].join(' ');
  });
  const isRail = (group: readonly GraphTransition[]) =>
    new Set(group.map(({ source }) => source)).size > 1;
  const rails = [...groups.values()].filter(isRail);
  const others = [...groups.values()].filter((group) => !isRail(group));
  const between = Map.groupBy(others.flat(), ({ source, targets }) =>
    [source, targets[0] ?? source].join(' '),
  );
  const edge = (transitions: GraphTransition[]): DrawnEdge => {
    const [first] = transitions as [GraphTransition];
    return {
      id: first.id,
      transitions,
      isRail: isRail(transitions),
      isBackward: isBackward(first),
    };
  };
  return [...rails, ...between.values()].map(edge);
}

function drawnTransitions(graph: MachineGraph): GraphTransition[] {
  const inner = new Set(graph.states.flatMap((state) => innerTransitions(graph, state)));
  return graph.transitions.filter((each) => each.kind !== 'initial' && !inner.has(each));
}

/** `states`: first a state, then the states entered only from it that lead only back to it. */
interface Detour {
  id: string;
  states: readonly string[];
}

/**
 * Finds the detours of a machine. A detour is laid out in a box with its own direction, so that it
 * can be placed below the state to which it returns.
 */
export function detoursOf(graph: MachineGraph): Detour[] {
  const { states } = graph;
  const moves = drawnTransitions(graph).flatMap(({ source, targets: [target = source] }) =>
    source === target ? [] : [{ source, target }],
  );
  const leaves = new Map(
    states.filter(({ children }) => children.length === 0).map((each) => [each.id, each]),
  );
  const pairs = [...leaves.values()].flatMap(({ id, parent }) => {
    const back = new Set(moves.flatMap(({ source, target }) => (source === id ? target : [])));
    const entering = moves.flatMap(({ source, target }) => (target === id ? source : []));
    const [from = '', ...others] = new Set([...back, ...entering]);
    const isDetour = back.size === 1 && others.length === 0 && leaves.get(from)?.parent === parent;
    return isDetour ? [{ id, from }] : [];
  });
  // If two states lead only to each other, the second state is the detour.
  const order = [...leaves.keys()];
  const forward = pairs.filter(({ id, from }) => order.indexOf(from) < order.indexOf(id));
  return [...Map.groupBy(forward, ({ from }) => from)].map(([from, detours]) => ({
    id: `${from}/detours`,
    states: [from, ...detours.map(({ id }) => id)],
  }));
}
