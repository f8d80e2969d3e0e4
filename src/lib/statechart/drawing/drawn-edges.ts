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
