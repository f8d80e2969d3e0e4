import type { Walk } from './explore.ts';
import { randomSource } from './random-source.ts';
import type { CoverageEdge, CoverageGraph, TestRequirement } from './test-requirement.ts';
import { pathTo, shortestFrom, walkOf } from './walk.ts';

/** Values of `loss` to try: cost of an item that becomes unreachable, in steps. */
const LOSSES = [0, 0.5, 1, 3, 1000];
const RANDOM_TRIALS = 50;
/** Number of edges above which only two trials are made, to finish within seconds. */
const MANY_EDGES = 5_000;

/**
 * Greedy solution of the rural Chinese postman problem with resets. Each step goes to the nearest
 * uncovered item and avoids edges that make other items unreachable. Returns the best of several
 * trials.
 */
export function tourPlan(requirement: TestRequirement, seed: number): Walk[] {
  const random = randomSource(seed);
  const reach = reachableItems(requirement.coverageGraph, requirement.items.length);
  const shortestPaths = new Map<number, ReturnType<typeof shortestFrom>>();
  const randomTrials = requirement.coverageGraph.edges.length > MANY_EDGES ? 0 : RANDOM_TRIALS;
  const losses = randomTrials ? LOSSES : LOSSES.slice(2, 4);
  let best: CoverageEdge[][] = [];
  for (let trial = 0; trial < losses.length + randomTrials; trial++) {
    const loss = losses[trial] ?? random() * 4;
    const tieBreaker = trial < losses.length ? () => 0 : () => random() * 0.5;
    const tour = withoutRedundant(
      greedyTour(requirement, reach, shortestPaths, loss, tieBreaker),
      requirement.items.length,
    );
    if (best.length === 0 || costOf(tour) < costOf(best)) best = tour;
  }
  return best.map(walkOf);
}

function costOf(tour: readonly CoverageEdge[][]): number {
  return tour.reduce((sum, edges) => sum + edges.length + 1, -1);
}

function greedyTour(
  { coverageGraph, items }: TestRequirement,
  reach: readonly Bits[],
  shortestPaths: Map<number, ReturnType<typeof shortestFrom>>,
  loss: number,
  tieBreaker: () => number,
): CoverageEdge[][] {
  const uncovered = new Uint32Array(Math.ceil(items.length / 32));
  for (let item = 0; item < items.length; item++)
    uncovered[item >>> 5] = (uncovered[item >>> 5] ?? 0) | (1 << (item & 31));
  let left = items.length;
  // A covered item stays covered, so an edge without uncovered items is not needed again.
  let useful = coverageGraph.edges;
  const tour: CoverageEdge[][] = [];
  const take = (walk: CoverageEdge[], edges: readonly CoverageEdge[]) => {
    for (const edge of edges) {
      walk.push(edge);
      for (const item of edge.items)
        if (hasBit(uncovered, item)) {
          uncovered[item >>> 5] = (uncovered[item >>> 5] ?? 0) & ~(1 << (item & 31));
          left--;
        }
    }
  };
  while (left > 0) {
    const walk: CoverageEdge[] = [];
    for (let at = 0, isGrowing = true; isGrowing; at = walk.at(-1)?.to ?? 0) {
      const loop = uncoveredLoop(coverageGraph, at, uncovered);
      if (!loop)
        useful = useful.filter(({ items }) => items.some((item) => hasBit(uncovered, item)));
      const next = loop
        ? [loop]
        : nearest(
            useful,
            at,
            uncovered,
            reach,
            pathsFrom(coverageGraph, shortestPaths, at),
            loss,
            tieBreaker,
          );
      isGrowing = next.length > 0;
      take(walk, next);
    }
    if (walk.length === 0) break;
    tour.push(walk);
  }
  return tour;
}

function pathsFrom(
  coverageGraph: CoverageGraph,
  shortestPaths: Map<number, ReturnType<typeof shortestFrom>>,
  from: number,
): ReturnType<typeof shortestFrom> {
  const known = shortestPaths.get(from) ?? shortestFrom(coverageGraph, from);
  shortestPaths.set(from, known);
  return known;
}

function uncoveredLoop(
  { outgoing }: CoverageGraph,
  at: number,
  uncovered: Bits,
): CoverageEdge | undefined {
  return outgoing[at]?.find(
    ({ to, items }) => to === at && items.some((item) => hasBit(uncovered, item)),
  );
}

/**
 * Returns the path to the edge of `useful` with the lowest score, ending with that edge; empty if
 * none is reachable. The score is the distance in steps, plus `loss` for each other item that
 * becomes unreachable, minus 0.01 for each newly covered item, plus `tieBreaker()`.
 */
function nearest(
  useful: readonly CoverageEdge[],
  at: number,
  uncovered: Bits,
  reach: readonly Bits[],
  { by, distance }: ReturnType<typeof shortestFrom>,
  loss: number,
  tieBreaker: () => number,
): CoverageEdge[] {
  let best: CoverageEdge | undefined;
  let bestScore = Number.POSITIVE_INFINITY;
  const lossBy = new Map<number, number>();
  for (const edge of useful) {
    const steps = distance[edge.from] as number;
    if (steps >= bestScore) continue;
    const gained = edge.items.reduce((sum, item) => sum + (hasBit(uncovered, item) ? 1 : 0), 0);
    const lost =
      lossBy.get(edge.to) ?? countLost(uncovered, reach[at] as Bits, reach[edge.to] as Bits);
    lossBy.set(edge.to, lost);
    const score = steps + Math.max(0, lost - gained) * loss - gained * 0.01 + tieBreaker();
    if (score < bestScore) [best, bestScore] = [edge, score];
  }
  return best ? [...pathTo(by, best.from), best] : [];
}

function countLost(uncovered: Bits, here: Bits, there: Bits): number {
  if (here === there) return 0;
  let count = 0;
  for (let word = 0; word < uncovered.length; word++) {
    let bits = (uncovered[word] ?? 0) & (here[word] ?? 0) & ~(there[word] ?? 0);
    for (; bits !== 0; bits &= bits - 1) count++;
  }
  return count;
}

function hasBit(set: Bits, item: number): boolean {
  return ((set[item >>> 5] ?? 0) & (1 << (item & 31))) !== 0;
}

function withoutRedundant(tour: CoverageEdge[][], items: number): CoverageEdge[][] {
  const times = new Array<number>(items).fill(0);
  const count = (edges: readonly CoverageEdge[], by: number) => {
    for (const { items: covered } of edges)
      for (const item of covered) times[item] = (times[item] ?? 0) + by;
  };
  for (const edges of tour) count(edges, 1);
  const needed = tour.toReversed().filter((edges) => {
    count(edges, -1);
    const isNeeded = edges.some(({ items: covered }) => covered.some((item) => times[item] === 0));
    if (isNeeded) count(edges, 1);
    return isNeeded;
  });
  for (const edges of needed)
    for (let last = edges.at(-1); last && edges.length > 1; last = edges.at(-1)) {
      count([last], -1);
      if (last.items.some((item) => times[item] === 0)) {
        count([last], 1);
        break;
      }
      edges.pop();
    }
  return needed.toReversed();
}

export type Bits = Uint32Array;

function reachableItems(coverageGraph: CoverageGraph, items: number): Bits[] {
  const words = Math.ceil(items / 32);
  const { component, count } = stronglyConnectedComponents(coverageGraph);
  const sets = Array.from({ length: count }, () => new Uint32Array(words));
  const members: number[][] = Array.from({ length: count }, () => []);
  component.forEach((group, vertex) => {
    members[group]?.push(vertex);
  });
  for (let group = 0; group < count; group++) {
    const set = sets[group] as Bits;
    for (const vertex of members[group] ?? [])
      for (const edge of coverageGraph.outgoing[vertex] ?? []) {
        for (const item of edge.items)
          set[item >>> 5] = (set[item >>> 5] ?? 0) | (1 << (item & 31));
        const other = sets[component[edge.to] as number] as Bits;
        if (other !== set)
          for (let word = 0; word < words; word++)
            set[word] = (set[word] ?? 0) | (other[word] ?? 0);
      }
  }
  return component.map((group) => sets[group] as Bits);
}

/** Tarjan's algorithm without recursion. Components are numbered in reverse topological order. */
function stronglyConnectedComponents(coverageGraph: CoverageGraph): {
  component: number[];
  count: number;
} {
  const size = coverageGraph.vertices;
  const component: number[] = new Array(size).fill(-1);
  const order: number[] = new Array(size).fill(-1);
  const low: number[] = new Array(size).fill(0);
  const stack: number[] = [];
  let [visited, count] = [0, 0];
  for (let root = 0; root < size; root++) {
    if (order[root] !== -1) continue;
    const frames = [{ vertex: root, edge: 0 }];
    order[root] = low[root] = visited++;
    stack.push(root);
    for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
      const { vertex } = frame;
      const next = coverageGraph.outgoing[vertex]?.[frame.edge++]?.to;
      if (next === undefined) {
        if (low[vertex] === order[vertex]) {
          for (let member = stack.pop(); member !== undefined; member = stack.pop()) {
            component[member] = count;
            if (member === vertex) break;
          }
          count++;
        }
        frames.pop();
        const outer = frames.at(-1)?.vertex;
        if (outer !== undefined) low[outer] = Math.min(low[outer] ?? 0, low[vertex] ?? 0);
      } else if (order[next] === -1) {
        order[next] = low[next] = visited++;
        stack.push(next);
        frames.push({ vertex: next, edge: 0 });
      } else if (component[next] === -1) {
        low[vertex] = Math.min(low[vertex] ?? 0, order[next] ?? 0);
      }
    }
  }
  return { component, count };
}
