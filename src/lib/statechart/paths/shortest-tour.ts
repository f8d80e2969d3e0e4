import type { CoverageEdge } from './coverage-graph.ts';
import type { TestRequirement } from './test-requirement.ts';

/** Vertices times sets of items beyond which looking through all takes too long. */
const LARGEST = 4_000_000;

/**
 * The cheapest walks that cover all items, each a list of edges from a start on: breadth first over
 * vertices and the items that are covered by then. Null where these are too many.
 */
export function shortestTour({ coverageGraph, items }: TestRequirement): CoverageEdge[][] | null {
  const { vertices, outgoing } = coverageGraph;
  const all = 2 ** items.length - 1;
  if (vertices * (all + 1) > LARGEST) return null;
  // A place is a vertex with a set of items; each remembers the place before it, plus one.
  const before = new Int32Array(vertices * (all + 1));
  before[0] = 1;
  for (let layer = [0]; layer.length > 0; ) {
    const next: number[] = [];
    for (const place of layer) {
      const vertex = place % vertices;
      const covered = (place - vertex) / vertices;
      if (covered === all) return walksTo(place);
      const reach = (to: number, more: number) => {
        const reached = (covered | more) * vertices + to;
        if (before[reached] !== 0) return;
        before[reached] = place + 1;
        next.push(reached);
      };
      for (const edge of outgoing[vertex] ?? []) reach(edge.to, setOf(edge));
      reach(0, 0);
    }
    layer = next;
  }
  return null;

  function walksTo(end: number): CoverageEdge[][] {
    const walks: CoverageEdge[][] = [[]];
    for (let place = end; place !== 0; ) {
      const from = (before[place] as number) - 1;
      const [at, to] = [from % vertices, place % vertices];
      if (to === 0) walks.unshift([]);
      else {
        const covered = (from - at) / vertices;
        const edge = outgoing[at]?.find(
          (each) => each.to === to && (covered | setOf(each)) * vertices + to === place,
        );
        if (edge) walks[0]?.unshift(edge);
      }
      place = from;
    }
    return walks;
  }
}

const setOf = ({ items }: CoverageEdge) => items.reduce((set, item) => set | (1 << item), 0);
