import type { Exploration, Walk } from './explore.ts';
import type { CoverageEdge, CoverageGraph } from './test-requirement.ts';

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

/** Path by the names of its start and its events, as the JSON of a report has it. */
export type RecordedPath = { start: { name: string }; steps: readonly { name: string }[] };

/**
 * Walks of a machine that has been explored, by the names that a report gives their events.
 * @throws when the machine has no such start or, in a state, no such event any more; names both
 */
export function recordedWalks(found: Exploration, paths: readonly RecordedPath[]): Walk[] {
  return paths.map(({ start, steps }, index) => {
    const begun = found.starts.findIndex(({ name }) => name === start.name);
    if (begun < 0) throw new Error(`path ${index + 1}: there is no start «${start.name}»`);
    let at = found.starts[begun]?.configuration ?? 0;
    const edges = steps.map(({ name }, step) => {
      const edge = found.outgoing[at]?.find((each) => each.name === name);
      if (!edge)
        throw new Error(
          `path ${index + 1}, step ${step + 1}: «${name}» is not sent in ${found.configurations[at]?.state}`,
        );
      at = edge.to;
      return edge;
    });
    return { start: begun, edges };
  });
}
