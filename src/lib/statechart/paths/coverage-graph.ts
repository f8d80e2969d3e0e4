import type { Edge, Exploration } from './explore.ts';

/** One step of a course: a start of the machine (`move` is null) or one move. */
export interface CourseEdge {
  from: number;
  to: number;
  start: number | null;
  move: Edge | null;
  /** Indices of the items that taking it covers. */
  items: readonly number[];
}

/**
 * What plans are made on: the explored places, told apart by what a criterion has to remember,
 * with the items to cover on the edges. Vertex 0 is outside; every start leads away from it.
 */
export interface CoverageGraph {
  vertices: number;
  /** By vertex: the explored place, null outside. */
  places: (number | null)[];
  edges: CourseEdge[];
  leaving: CourseEdge[][];
}

/** Which items one start or one move covers after what is remembered, and what then is. */
export type Covering = (
  step: { start: number } | { move: Edge },
  memory: readonly string[],
) => { items: string[]; memory: readonly string[] };

/** Lays out the course of a criterion. Items that `covering` names are numbered by `items`. */
export function layCourse(
  found: Exploration,
  items: ReadonlyMap<string, number>,
  covering: Covering,
): CoverageGraph {
  const places: (number | null)[] = [null];
  const memories: (readonly string[])[] = [[]];
  const vertices = new Map<string, number>();
  const edges: CourseEdge[] = [];

  function vertex(place: number, memory: readonly string[]): number {
    const key = `${place} ${memory.join(' ')}`;
    const known = vertices.get(key);
    if (known !== undefined) return known;
    vertices.set(key, places.length);
    memories.push(memory);
    return places.push(place) - 1;
  }
  function add(from: number, place: number, step: { start: number } | { move: Edge }) {
    const { items: names, memory } = covering(step, memories[from] ?? []);
    const to = vertex(place, memory);
    const numbers = [...new Set(names)].flatMap((name) => items.get(name) ?? []);
    const [start, move] = 'move' in step ? [null, step.move] : [step.start, null];
    edges.push({ from, to, start, move, items: numbers.sort((a, b) => a - b) });
  }

  found.starts.forEach(({ place }, start) => {
    add(0, place, { start });
  });
  for (let at = 1; at < places.length; at++)
    for (const move of found.leaving[places[at] ?? 0] ?? []) add(at, move.to, { move });

  const useful = withoutDominated(edges);
  const leaving: CourseEdge[][] = places.map(() => []);
  for (const edge of useful) leaving[edge.from]?.push(edge);
  return { vertices: places.length, places, edges: useful, leaving };
}

/** Of edges between the same two vertices, those whose items another has too fall away. */
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
