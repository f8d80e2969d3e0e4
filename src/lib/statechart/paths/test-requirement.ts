import { buildCoverageGraph, type CoverageGraph, type CoveredItems } from './coverage-graph.ts';
import type { Edge, Exploration } from './explore.ts';
import type { Decision } from './guard-decisions.ts';
import type { Infeasibility } from './infeasibility.ts';
import type { Walk } from './walk.ts';

/** An item that no walk covers, and why. */
export interface InfeasibleItem extends Infeasibility {
  item: string;
}

/** Items of a criterion, those that cannot be covered with the reason, and the coverage graph. */
export interface TestRequirement {
  items: string[];
  infeasible: InfeasibleItem[];
  coverageGraph: CoverageGraph;
  /** Of the items, those that walks come by. */
  coveredBy(walks: readonly Walk[]): Set<string>;
}

/** Numbers the items that can be covered and builds their coverage graph. */
export function testRequirement(
  found: Exploration,
  universe: readonly string[],
  covering: CoveredItems,
  reason: (item: string) => Infeasibility,
): TestRequirement {
  const numbers = new Map(universe.map((item, index) => [item, index]));
  const coverageGraph = buildCoverageGraph(found, numbers, covering);
  const feasible = new Set(coverageGraph.edges.flatMap(({ items }) => items));
  const kept = universe.filter((_, index) => feasible.has(index));
  const renumbered = new Map(kept.map((item, index) => [numbers.get(item), index]));
  for (const edge of coverageGraph.edges)
    edge.items = edge.items.map((item) => renumbered.get(item) ?? item);
  return {
    items: kept,
    infeasible: universe
      .filter((_, index) => !feasible.has(index))
      .map((item) => ({ item, ...reason(item) })),
    coverageGraph,
    coveredBy: (walks) => {
      const covered = new Set<string>();
      for (const { start, edges } of walks) {
        let memory: readonly string[] = [];
        for (const step of [{ start }, ...edges.map((edge) => ({ edge }))]) {
          const { items, memory: next } = covering(step, memory);
          for (const item of items) if (numbers.has(item)) covered.add(item);
          memory = next;
        }
      }
      return covered;
    },
  };
}

/** Record of XState's work in a start or an edge. */
export function stepOf(
  found: Exploration,
  step: { start: number } | { edge: Edge },
): { transitions: readonly string[]; decisions: readonly Decision[] } {
  if ('edge' in step) return step.edge;
  return found.starts[step.start] ?? { transitions: [], decisions: [] };
}
