import { type CoverageEdge, type CoverageGraph, withoutDominated } from './coverage-graph.ts';
import type { Exploration } from './explore.ts';
import { maximise } from './simplex.ts';

/** What no plan can do with less. */
export interface LowerBound {
  steps: number;
  resets: number;
}

interface FlowEdge {
  from: number;
  to: number;
  items: readonly number[];
  isStart: boolean;
}

/** Tables beyond this many numbers take too long: vertices are merged, which keeps the bound valid. */
const LARGEST = 600_000;

/**
 * Bounds from below the steps and the resets of walks that cover all items. Walks are a flow over
 * the coverage graph that takes each item at least once; its linear relaxation is bounded through
 * its dual, of which every feasible point is a valid bound.
 */
export function lowerBound(
  found: Exploration,
  coverageGraph: CoverageGraph,
  items: number,
): LowerBound {
  const { edges, loops, count } = reduced(found, coverageGraph, items);
  const bound = (cost: (edge: FlowEdge) => number) => Math.ceil(dualOf(edges, count, cost) - 1e-6);
  return {
    steps: loops + bound(({ isStart }) => (isStart ? 0 : 1)),
    resets: Math.max(0, bound(({ isStart }) => (isStart ? 1 : 0)) - 1),
  };
}

/**
 * An item that only one loop has costs exactly one step, and that its vertex is visited: such
 * loops are counted apart, and the visit becomes the item.
 */
function reduced(found: Exploration, coverageGraph: CoverageGraph, items: number) {
  const merges: ((vertex: number) => string)[] = [
    (vertex) => String(vertex),
    (vertex) => found.configurations[coverageGraph.configurations[vertex] ?? -1]?.state ?? '',
    () => '',
  ];
  for (const merge of merges) {
    const merged = mergedBy(coverageGraph, (vertex) =>
      vertex === 0 ? 'outside' : `at ${merge(vertex)}`,
    );
    const result = withoutSingleLoops(withoutDominated(merged), items);
    const columns = result.count + new Set(result.edges.map(({ to }) => to)).size;
    if (result.edges.length * columns <= LARGEST) return result;
  }
  return { edges: [], loops: 0, count: 0 };
}

function mergedBy(coverageGraph: CoverageGraph, name: (vertex: number) => string): FlowEdge[] {
  const numbers = new Map<string, number>([['outside', 0]]);
  const number = (vertex: number) => {
    const text = name(vertex);
    const known = numbers.get(text) ?? numbers.size;
    numbers.set(text, known);
    return known;
  };
  return coverageGraph.edges.map(({ from, to, items, start }: CoverageEdge) => ({
    from: number(from),
    to: number(to),
    items,
    isStart: start !== null,
  }));
}

function withoutSingleLoops(edges: readonly FlowEdge[], items: number) {
  const holders = new Array<number>(items).fill(0);
  for (const edge of edges) for (const item of edge.items) holders[item] = (holders[item] ?? 0) + 1;
  const isSingle = ({ from, to, items: covered }: FlowEdge) =>
    from === to && covered.length === 1 && holders[covered[0] ?? 0] === 1;
  const visits = new Map<number, number>();
  for (const edge of edges)
    if (isSingle(edge) && !visits.has(edge.from)) visits.set(edge.from, items + visits.size);
  const rest = edges.filter((edge) => !isSingle(edge));
  return {
    loops: edges.length - rest.length,
    edges: rest.map((edge) => {
      const visit = edge.from === edge.to ? undefined : visits.get(edge.to);
      return visit === undefined ? edge : { ...edge, items: [...edge.items, visit] };
    }),
    count: items + visits.size,
  };
}

/** One row an edge: what its items are worth and its ends differ by is no more than it costs. */
function dualOf(
  edges: readonly FlowEdge[],
  items: number,
  cost: (edge: FlowEdge) => number,
): number {
  const columns = new Map<string, number>();
  const column = (name: string) => {
    const known = columns.get(name) ?? columns.size;
    columns.set(name, known);
    return known;
  };
  const present = new Set(edges.flatMap(({ items: covered }) => covered));
  const worth = [...Array(items).keys()].filter((item) => present.has(item));
  for (const item of worth) column(`item ${item}`);
  const rows = edges.map(({ from, to, items: covered }) => {
    const row = new Map<number, number>(covered.map((item) => [column(`item ${item}`), 1]));
    if (from !== to) {
      if (to !== 0) row.set(column(`vertex ${to}`), 1);
      if (from !== 0) row.set(column(`vertex ${from}`), -1);
    }
    return row;
  });
  const objective = Array.from({ length: columns.size }, (_, index) =>
    index < worth.length ? 1 : 0,
  );
  return maximise(objective, rows, edges.map(cost)).value;
}
