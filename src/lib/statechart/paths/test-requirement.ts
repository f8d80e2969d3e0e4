import type { Edge, Exploration, Walk } from './explore.ts';
import type { StepRecord } from './recorder.ts';

export interface Infeasibility {
  reason: string;
  /** True if no samples could make the item feasible. */
  isCertain: boolean;
}

export interface InfeasibleItem extends Infeasibility {
  item: string;
}

export interface TestRequirement {
  items: string[];
  infeasible: InfeasibleItem[];
  coverageGraph: CoverageGraph;
  coveredBy(walks: readonly Walk[]): Set<string>;
}

/** @param universe items by declaration; items that a step covers are added to them */
export function testRequirement(
  space: Exploration,
  universe: readonly string[],
  covering: CoveredItems,
  reason: (item: string) => Infeasibility,
): TestRequirement {
  const numbers = new Map(universe.map((item, index) => [item, index]));
  const coverageGraph = buildCoverageGraph(space, numbers, covering);
  const feasible = new Set(coverageGraph.edges.flatMap(({ items }) => items));
  const possible = [...numbers.keys()].filter((_, index) => feasible.has(index));
  const renumbered = new Map(possible.map((item, index) => [numbers.get(item), index]));
  for (const edge of coverageGraph.edges)
    edge.items = edge.items.map((item) => renumbered.get(item) ?? item);
  return {
    items: possible,
    infeasible: universe
      .filter((_, index) => !feasible.has(index))
      .map((item) => ({ item, ...reason(item) })),
    coverageGraph,
    coveredBy: (walks) => {
      const covered = new Set<string>();
      for (const { start, edges } of walks) {
        let memory: Memory = [];
        for (const step of [{ start }, ...edges.map((edge) => ({ edge }))]) {
          const { items, memory: next } = covering(step, memory);
          for (const item of items) covered.add(item);
          memory = next;
        }
      }
      return covered;
    },
  };
}

export function stepOf(space: Exploration, step: { start: number } | { edge: Edge }): StepRecord {
  return 'edge' in step ? step.edge : (space.starts[step.start] as StepRecord);
}

export interface CoverageEdge {
  from: number;
  to: number;
  start: number | null;
  step: Edge | null;
  items: readonly number[];
}

/**
 * Graph on which walks are planned: the explored configurations, distinguished further by the
 * criterion's memory, with items on the edges. Vertex 0 is outside the machine; starts are edges
 * from it.
 */
export interface CoverageGraph {
  vertices: number;
  configurations: (number | null)[];
  edges: CoverageEdge[];
  outgoing: CoverageEdge[][];
}

/** Transitions of the last microsteps, as far as the criterion depends on them. */
type Memory = readonly (readonly string[])[];

/** Returns the items covered by a start or edge, given the memory, and the next memory. */
export type CoveredItems = (
  step: { start: number } | { edge: Edge },
  memory: Memory,
) => { items: readonly string[]; memory: Memory };

export function buildCoverageGraph(
  space: Exploration,
  numbers: Map<string, number>,
  covering: CoveredItems,
): CoverageGraph {
  const configurations: (number | null)[] = [null];
  const memories: Memory[] = [[]];
  const vertices = new Map<string, number>();
  const edges: CoverageEdge[] = [];

  function vertex(configuration: number, memory: Memory): number {
    const key = `${configuration} ${JSON.stringify(memory)}`;
    const known = vertices.get(key);
    if (known !== undefined) return known;
    vertices.set(key, configurations.length);
    memories.push(memory);
    return configurations.push(configuration) - 1;
  }
  function add(from: number, configuration: number, step: { start: number } | { edge: Edge }) {
    const { items: names, memory } = covering(step, memories[from] ?? []);
    const to = vertex(configuration, memory);
    const items = [...new Set(names)].map((name) => {
      const number = numbers.get(name) ?? numbers.size;
      numbers.set(name, number);
      return number;
    });
    const [start, edge] = 'edge' in step ? [null, step.edge] : [step.start, null];
    edges.push({ from, to, start, step: edge, items: items.sort((a, b) => a - b) });
  }

  space.starts.forEach(({ configuration }, start) => {
    add(0, configuration, { start });
  });
  for (let at = 1; at < configurations.length; at++)
    for (const edge of space.outgoing[configurations[at] ?? 0] ?? []) add(at, edge.to, { edge });

  const useful = withoutDominated(edges);
  const outgoing: CoverageEdge[][] = configurations.map(() => []);
  for (const edge of useful) outgoing[edge.from]?.push(edge);
  return { vertices: configurations.length, configurations, edges: useful, outgoing };
}

export function withoutDominated<
  TEdge extends { from: number; to: number; items: readonly number[]; start?: number | null },
>(edges: readonly TEdge[]): TEdge[] {
  const groups = new Map<string, TEdge[]>();
  for (const edge of edges) {
    if (edge.from === edge.to && edge.items.length === 0) continue;
    const key = `${edge.from} ${edge.to} ${edge.start ?? ''}`;
    const group = groups.get(key) ?? [];
    if (group.some((other) => includes(other.items, edge.items))) continue;
    groups.set(key, [...group.filter((other) => !includes(edge.items, other.items)), edge]);
  }
  return [...groups.values()].flat();
}

function includes(whole: readonly number[], part: readonly number[]): boolean {
  return part.every((item) => whole.includes(item));
}
