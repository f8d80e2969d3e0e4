import type { CoverageGraph } from './coverage-graph.ts';

/** A set of numbers as bits. */
export type Bits = Uint32Array;

/** By vertex, the items that can still be covered from there. Vertices of one cycle share a set. */
export function reachableItems(coverageGraph: CoverageGraph, items: number): Bits[] {
  const words = Math.ceil(items / 32);
  const { component, count } = components(coverageGraph);
  const sets = Array.from({ length: count }, () => new Uint32Array(words));
  const members: number[][] = Array.from({ length: count }, () => []);
  component.forEach((group, vertex) => {
    members[group]?.push(vertex);
  });
  // Components are numbered such that edges lead to lower ones or stay.
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

/** Strongly connected components after Tarjan, without recursion. */
function components(coverageGraph: CoverageGraph): { component: number[]; count: number } {
  const size = coverageGraph.vertices;
  const component: number[] = new Array(size).fill(-1);
  const order: number[] = new Array(size).fill(-1);
  const low: number[] = new Array(size).fill(0);
  const open: number[] = [];
  let [visited, count] = [0, 0];
  for (let root = 0; root < size; root++) {
    if (order[root] !== -1) continue;
    const frames = [{ vertex: root, edge: 0 }];
    order[root] = low[root] = visited++;
    open.push(root);
    for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
      const { vertex } = frame;
      const next = coverageGraph.outgoing[vertex]?.[frame.edge++]?.to;
      if (next === undefined) {
        if (low[vertex] === order[vertex]) {
          for (let member = open.pop(); member !== undefined; member = open.pop()) {
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
        open.push(next);
        frames.push({ vertex: next, edge: 0 });
      } else if (component[next] === -1) {
        low[vertex] = Math.min(low[vertex] ?? 0, order[next] ?? 0);
      }
    }
  }
  return { component, count };
}
