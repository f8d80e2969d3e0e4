import type { CoverageEdge } from './coverage-graph.ts';
import type { TestRequirement } from './test-requirement.ts';
import { pathTo, shortestFrom, type Walk, walkOf, withoutPrefixes } from './walk.ts';

/**
 * One walk a configuration: the shortest way to it, then all that it covers without being left.
 * Items that leave it get a walk of their own.
 */
export function statePlan({ coverageGraph }: TestRequirement): Walk[] {
  const { by, distance } = shortestFrom(coverageGraph, 0);
  const vertices = [...coverageGraph.outgoing.keys()].sort(
    (a, b) => (distance[a] ?? 0) - (distance[b] ?? 0),
  );
  const walks = vertices.flatMap((vertex) => {
    const way = pathTo(by, vertex);
    const wanted = (coverageGraph.outgoing[vertex] ?? []).filter(({ items }) => items.length > 0);
    const stays = wanted.filter(({ to }) => to === vertex);
    const leaves = wanted.filter(({ to }) => to !== vertex);
    return [stays, ...leaves.map((edge): CoverageEdge[] => [edge])]
      .filter((last) => last.length > 0)
      .map((last) => walkOf([...way, ...last]));
  });
  return withoutPrefixes(walks);
}
