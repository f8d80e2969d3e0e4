import type { Edge, Walk } from './explore.ts';
import type { CoverageEdge, TestRequirement } from './test-requirement.ts';
import { tourPlan } from './tour.ts';

/** Returns the next walk; null at the end. Edges in `failed` are not walked again. */
export type WalkSource = (covered: ReadonlySet<string>, failed: ReadonlySet<Edge>) => Walk | null;

export function tourSource(requirement: TestRequirement, seed: number): WalkSource {
  let planned = tourPlan(requirement, seed);
  let avoided = 0;
  return (covered, failed) => {
    if (failed.size !== avoided) planned = tourPlan(restOf(requirement, covered, failed), seed);
    avoided = failed.size;
    return planned.shift() ?? null;
  };
}

function restOf(
  requirement: TestRequirement,
  covered: ReadonlySet<string>,
  failed: ReadonlySet<Edge>,
): TestRequirement {
  const items = requirement.items.filter((item) => !covered.has(item));
  const numbers = new Map(items.map((item, index) => [item, index]));
  const { coverageGraph } = requirement;
  const edges = coverageGraph.edges
    .filter(({ step }) => step === null || !failed.has(step))
    .map((edge) => ({
      ...edge,
      items: edge.items.flatMap((item) => numbers.get(requirement.items[item] ?? '') ?? []),
    }));
  const outgoing = coverageGraph.outgoing.map((): CoverageEdge[] => []);
  for (const edge of edges) outgoing[edge.from]?.push(edge);
  return { ...requirement, items, coverageGraph: { ...coverageGraph, edges, outgoing } };
}
