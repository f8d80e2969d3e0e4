import type { GraphTransition, MachineGraph } from '../graph/graph.ts';
import { guardText } from '../graph/guard.ts';
import { innerTransitions } from './chart-lines.ts';

/** Transitions that are drawn as one line, or gathered to a rail. */
export interface DrawnEdge {
  /** Of its first transition. */
  id: string;
  transitions: GraphTransition[];
  /** Of several sources: one label, which the sources' lines lead to and one arrow leaves. */
  isRail: boolean;
  /**
   * Machines are written along their normal course. What leads back is given to ELK the other way
   * round, so that it breaks no cycle by its own lights and the course reads forward.
   */
  isBackward: boolean;
}

/**
 * The lines of a picture: transitions that several states have alike, with event, target, guard and
 * effects, are gathered to a rail; the others share one line from one state to the same other.
 */
export function drawnEdges(graph: MachineGraph): DrawnEdge[] {
  const inner = new Set(graph.states.flatMap((state) => innerTransitions(graph, state)));
  const drawn = graph.transitions.filter((each) => each.kind !== 'initial' && !inner.has(each));
  const place = new Map(graph.states.map(({ id }, index) => [id, index]));
  const isBackward = ({ source, targets }: GraphTransition) =>
    (place.get(targets[0] ?? source) ?? 0) < (place.get(source) ?? 0);
  const groups = Map.groupBy(drawn, (each) => {
    const { event, source, targets, guard, actions, index } = each;
    const target = targets[0] ?? source;
    if (target === source) return `${source} itself`;
    const effects = actions.map(({ name }) => name).join();
    return [event, target, index, isBackward(each), guard && guardText(guard), effects].join(' ');
  });
  const isRail = (alike: readonly GraphTransition[]) =>
    new Set(alike.map(({ source }) => source)).size > 1;
  const [rails, others] = [true, false].map((wanted) =>
    [...groups.values()].filter((alike) => isRail(alike) === wanted),
  ) as [GraphTransition[][], GraphTransition[][]];
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

/** A state and those that are entered from it alone and lead back to it alone. */
export interface Detour {
  /** Of the room that they share: a box without a border. */
  id: string;
  states: readonly string[];
}

/**
 * The detours of a machine. Nothing follows them along the course, so they take no place in it:
 * their room has a direction of its own, and they may stand below what they lead back to.
 */
export function detoursOf({ states, transitions }: MachineGraph): Detour[] {
  const moves = transitions.flatMap(({ kind, source, targets: [target = source] }) =>
    kind === 'initial' || source === target ? [] : [{ source, target }],
  );
  const leaves = new Map(
    states.filter(({ children }) => children.length === 0).map((each) => [each.id, each]),
  );
  const ends = [...leaves.values()].flatMap(({ id, parent }) => {
    const back = new Set(moves.flatMap(({ source, target }) => (source === id ? target : [])));
    const there = moves.flatMap(({ source, target }) => (target === id ? source : []));
    const [from = '', ...others] = new Set([...back, ...there]);
    const isDetour = back.size === 1 && others.length === 0 && leaves.get(from)?.parent === parent;
    return isDetour ? [{ id, from }] : [];
  });
  // Of two states that lead to one another alone, the second is the detour.
  const place = [...leaves.keys()];
  const own = ends.filter(({ id, from }) => place.indexOf(from) < place.indexOf(id));
  return [...Map.groupBy(own, ({ from }) => from)].map(([from, beside]) => ({
    id: `${from}/detours`,
    states: [from, ...beside.map(({ id }) => id)],
  }));
}
