import type { Walk } from './explore.ts';
import type { CoverageEdge, CoverageGraph } from './test-requirement.ts';

export function walkOf(edges: readonly CoverageEdge[]): Walk {
  return {
    start: edges[0]?.start ?? 0,
    edges: edges.flatMap(({ step: edge }) => edge ?? []),
  };
}

export function withoutPrefixes(walks: readonly Walk[]): Walk[] {
  const texts = walks.map(({ start, edges }) =>
    [start, ...edges.map(({ index }) => index), ''].join(','),
  );
  // In sorted order, a prefix directly precedes a longer text that begins with it.
  const sorted = [...new Set(texts)].sort();
  const maximal = new Set(sorted.filter((text, index) => !sorted[index + 1]?.startsWith(text)));
  return walks.filter((_, index) => maximal.delete(texts[index] ?? ''));
}

/**
 * Finds the shortest paths from a vertex by 0-1 breadth-first search; starts cost 0 steps. Returns
 * for each vertex the incoming edge (null if not reachable, or `from` itself) and the distance.
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

export function pathTo(by: readonly (CoverageEdge | null)[], to: number): CoverageEdge[] {
  const edges: CoverageEdge[] = [];
  for (let edge = by[to]; edge; edge = by[edge.from]) edges.unshift(edge);
  return edges;
}

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
