import type { Edge, Exploration, Walk } from './explore.ts';
import type { StepRecord } from './recorder.ts';

export interface Infeasibility {
  reason: string;
  /** True if the item is infeasible whatever samples are sent. */
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

/** @param universe declared items; other items that steps cover are added */
export function testRequirement(
  exploration: Exploration,
  universe: readonly string[],
  covering: CoveredItems,
  reason: (item: string) => Infeasibility,
): TestRequirement {
  const numbers = new Map(universe.map((item, index) => [item, index]));
  const coverageGraph = buildCoverageGraph(exploration, numbers, covering);
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

export function stepOf(
  exploration: Exploration,
  step: { start: number } | { edge: Edge },
): StepRecord {
  return 'edge' in step ? step.edge : (exploration.starts[step.start] as StepRecord);
}

export interface CoverageEdge {
  from: number;
  to: number;
  start: number | null;
  step: Edge | null;
  items: readonly number[];
}

/**
 * Graph for planning walks. A vertex is an explored configuration with a memory of the criterion;
 * an edge lists the items that it covers. Starts are edges from vertex 0, outside the machine.
 */
export interface CoverageGraph {
  vertices: number;
  configurations: (number | null)[];
  edges: CoverageEdge[];
  outgoing: CoverageEdge[][];
}

type Memory = readonly string[];

/** Returns the items covered by a start or edge, given the memory, and the next memory. */
type CoveredItems = (
  step: { start: number } | { edge: Edge },
  memory: Memory,
) => { items: readonly string[]; memory: Memory };

function buildCoverageGraph(
  exploration: Exploration,
  numbers: Map<string, number>,
  covering: CoveredItems,
): CoverageGraph {
  const configurations: (number | null)[] = [null];
  const memories: Memory[] = [[]];
  const vertices = new Map<string | number, number>();
  const edges: CoverageEdge[] = [];
  const outgoing: CoverageEdge[][] = [];

  function vertex(configuration: number, memory: Memory): number {
    const key = memory.length ? `${configuration} ${JSON.stringify(memory)}` : configuration;
    const known = vertices.get(key);
    if (known !== undefined) return known;
    vertices.set(key, configurations.length);
    memories.push(memory);
    return configurations.push(configuration) - 1;
  }
  function numberOf(name: string): number {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  }
  function edgeFrom(from: number, to: number, step: { start: number } | { edge: Edge }) {
    const covered = covering(step, memories[from] as Memory);
    const items =
      covered.items.length === 0
        ? NOTHING
        : [...new Set(covered.items)].map(numberOf).sort((a, b) => a - b);
    const [start, edge] = 'edge' in step ? [null, step.edge] : [step.start, null];
    return { from, to: vertex(to, covered.memory), start, step: edge, items };
  }

  for (let at = 0; at < configurations.length; at++) {
    const configuration = configurations[at];
    const steps =
      typeof configuration === 'number'
        ? (exploration.outgoing[configuration] ?? []).map((edge) => edgeFrom(at, edge.to, { edge }))
        : exploration.starts.map((start, index) =>
            edgeFrom(0, start.configuration, { start: index }),
          );
    const useful = withoutDominated(
      steps.filter(({ from, to, items }) => from !== to || items.length > 0),
    );
    // `slice` returns an array without spare capacity, which saves memory in large graphs.
    outgoing.push(useful.slice());
    edges.push(...useful);
  }
  return { vertices: configurations.length, configurations, edges, outgoing };
}

const NOTHING: readonly number[] = [];

function withoutDominated(edges: readonly CoverageEdge[]): CoverageEdge[] {
  return edges.filter(
    (edge, index) =>
      !edges.some(
        (other, at) =>
          other !== edge &&
          other.to === edge.to &&
          other.start === edge.start &&
          includes(other.items, edge.items) &&
          (at < index || !includes(edge.items, other.items)),
      ),
  );
}

function includes(whole: readonly number[], part: readonly number[]): boolean {
  return part.every((item) => whole.includes(item));
}
