import type { CoverageEdge, CoverageGraph } from './coverage-graph.ts';
import { maximise } from './simplex.ts';
import type { TestRequirement } from './test-requirement.ts';

/** Numbers in the table of the linear programme beyond which it takes too long. */
const LARGEST = 600_000;
/** Places beyond which the search gives up. */
const MOST_PLACES = 50_000;

/** A vertex with the items that are covered by then. */
interface Place {
  vertex: number;
  covered: number;
  cost: number;
  /** Price of the items that are left. */
  rest: number;
  before: Place | null;
  /** The edge that led here; null of a reset. */
  edge: CoverageEdge | null;
}

/** Cheapest walks below a limit; `tour` is null when there are none, `isKnown` false when it gave up. */
export interface Search {
  tour: CoverageEdge[][] | null;
  isKnown: boolean;
}

/**
 * Looks for the cheapest walks that cover all items for less than `limit`, each a list of edges from
 * a start on, where an edge costs one and a reset another: A* (Hart, Nilsson and Raphael, IEEE TSSC
 * 4(2), 1968) over vertices and sets of items. What is left is bounded from below by the prices
 * that the dual of the linear relaxation gives to items and vertices.
 */
export function shorterTour({ coverageGraph, items }: TestRequirement, limit: number): Search {
  const { vertices, outgoing } = coverageGraph;
  const all = 2 ** items.length - 1;
  const isNumbered = (all + 1) * vertices < Number.MAX_SAFE_INTEGER;
  const prices = isNumbered ? pricesOf(coverageGraph, items.length) : null;
  if (!prices) return { tour: null, isKnown: false };
  const best = new Map<number, number>();
  const queues: Place[][] = [];
  const add = (place: Place) => {
    const key = place.covered * vertices + place.vertex;
    if (place.cost >= (best.get(key) ?? Number.POSITIVE_INFINITY)) return;
    const left = Math.ceil(place.rest - (prices.vertices[place.vertex] ?? 0) - 1e-6);
    const total = place.cost + Math.max(0, left);
    if (total >= limit) return;
    best.set(key, place.cost);
    queues[total] ??= [];
    queues[total].push(place);
  };
  const worth = prices.items.reduce((sum, price) => sum + price, 0);
  add({ vertex: 0, covered: 0, cost: 0, rest: worth, before: null, edge: null });
  for (let total = 0; total < limit; total++)
    for (let place = queues[total]?.pop(); place; place = queues[total]?.pop()) {
      const { vertex, covered, cost, rest } = place;
      if (covered === all) return { tour: walksTo(place), isKnown: true };
      if (cost > (best.get(covered * vertices + vertex) ?? 0)) continue;
      if (best.size > MOST_PLACES) return { tour: null, isKnown: false };
      for (const edge of outgoing[vertex] ?? []) {
        const next = { vertex: edge.to, covered, cost: cost + 1, rest, before: place, edge };
        for (const item of edge.items) {
          const bit = 2 ** item;
          if (Math.floor(covered / bit) % 2 === 1) continue;
          next.covered += bit;
          next.rest -= prices.items[item] ?? 0;
        }
        add(next);
      }
      add({ vertex: 0, covered, cost: cost + 1, rest, before: place, edge: null });
    }
  return { tour: null, isKnown: true };
}

/**
 * Prices such that on every edge, and on every reset, what its items are worth and its ends differ
 * by is no more than its cost: walks cost at least the items they cover less the price of where
 * they begin. Null where the graph is too large.
 */
function pricesOf({ vertices, edges }: CoverageGraph, items: number) {
  const width = items + vertices;
  if ((edges.length + vertices) * width > LARGEST) return null;
  const row = (from: number, to: number, covered: readonly number[]) =>
    new Map([
      ...covered.map((item) => [item, 1] as const),
      ...(from === to
        ? []
        : ([
            [items + to, 1],
            [items + from, -1],
          ] as const)),
    ]);
  const rows = [
    ...edges.map(({ from, to, items: covered }) => row(from, to, covered)),
    ...Array.from({ length: vertices - 1 }, (_, index) => row(index + 1, 0, [])),
  ];
  const objective = Array.from({ length: width }, (_, index) =>
    index < items ? 1 : index === items ? -1 : 0,
  );
  const { point } = maximise(objective, rows, new Array<number>(rows.length).fill(1));
  return { items: point.slice(0, items), vertices: point.slice(items) };
}

function walksTo(end: Place): CoverageEdge[][] {
  const walks: CoverageEdge[][] = [[]];
  for (let place = end; place.before; place = place.before) {
    if (place.edge) walks[0]?.unshift(place.edge);
    else walks.unshift([]);
  }
  return walks;
}
