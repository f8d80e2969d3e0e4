import type { CoverageEdge } from './coverage-graph.ts';
import type { TestRequirement } from './test-requirement.ts';
import { pathTo, shortestFrom, type Walk, walkOf, withoutPrefixes } from './walk.ts';

/** The shortest path to each item; those that only begin another one are left out. */
export function shortestPlan(requirement: TestRequirement): Walk[] {
  return withoutPrefixes([...shortestWalks(requirement).values()]);
}

/** By item, the shortest path that ends with it. */
export function shortestWalks({ items, coverageGraph }: TestRequirement): Map<string, Walk> {
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
