import type { CoverageEdge, CoverageGraph } from './coverage-graph.ts';
import type { Edge } from './explore.ts';

/** One path: a start of the machine and the edges after it. */
export interface Walk {
  start: number;
  edges: Edge[];
}

/** Edges of a coverage graph, the first of them a start, as a walk. */
export function walkOf(edges: readonly CoverageEdge[]): Walk {
  return {
    start: edges[0]?.start ?? 0,
    edges: edges.flatMap(({ step: edge }) => edge ?? []),
  };
}

/** The walks, each no beginning of another one, in their order. */
export function withoutPrefixes(walks: readonly Walk[]): Walk[] {
  const texts = walks.map(({ start, edges }) =>
    [start, ...edges.map(({ index }) => index), ''].join(','),
  );
  // In alphabetical order what begins with a text follows it at once.
  const sorted = [...new Set(texts)].sort();
  const whole = new Set(sorted.filter((text, index) => !sorted[index + 1]?.startsWith(text)));
  return walks.filter((_, index) => whole.delete(texts[index] ?? ''));
}

/**
 * The shortest way from a vertex to every other, starts counting nothing: for each the edge it is
 * reached by (null: not reached, or it is `from`) and the number of edges. 0-1 breadth first.
 */
export function shortestFrom(coverageGraph: CoverageGraph, from: number) {
  const by: (CoverageEdge | null)[] = new Array(coverageGraph.vertices).fill(null);
  const distance: number[] = new Array(coverageGraph.vertices).fill(Number.POSITIVE_INFINITY);
  distance[from] = 0;
  let ring = [from];
  for (let steps = 0; ring.length > 0; steps++) {
    const next: number[] = [];
    for (let at = 0; at < ring.length; at++) {
      for (const edge of coverageGraph.outgoing[ring[at] as number] ?? []) {
        const reached = steps + (edge.step ? 1 : 0);
        if (reached >= (distance[edge.to] as number)) continue;
        distance[edge.to] = reached;
        by[edge.to] = edge;
        (edge.step ? next : ring).push(edge.to);
      }
    }
    ring = next;
  }
  return { by, distance };
}

/** The edges that lead to a vertex, as {@link shortestFrom} found them. */
export function pathTo(by: readonly (CoverageEdge | null)[], to: number): CoverageEdge[] {
  const edges: CoverageEdge[] = [];
  for (let edge = by[to]; edge; edge = by[edge.from]) edges.unshift(edge);
  return edges;
}

/** By item, the shortest path that ends with it. */
export function shortestWalks({
  items,
  coverageGraph,
}: {
  items: readonly string[];
  coverageGraph: CoverageGraph;
}): Map<string, Walk> {
  const { by, distance } = shortestFrom(coverageGraph, 0);
  const nearest = new Map<number, CoverageEdge>();
  for (const edge of coverageGraph.edges)
    for (const item of edge.items) {
      const known = nearest.get(item);
      if (!known || (distance[edge.from] ?? 0) < (distance[known.from] ?? 0))
        nearest.set(item, edge);
    }
  return new Map(
    items.flatMap((item, index): [string, Walk][] => {
      const edge = nearest.get(index);
      return edge ? [[item, walkOf([...pathTo(by, edge.from), edge])]] : [];
    }),
  );
}
