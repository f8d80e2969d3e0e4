import type { Edge, Exploration } from './explore.ts';
import { isRefused } from './explore.ts';
import type { Walk } from './walk.ts';

/** A place on the way, with how it was reached. */
interface Trail {
  place: number;
  before: Trail | null;
  move: Edge | null;
  start: number;
}

/** The shortest walk that ends with these states, one move each; it may go on where `after` ends. */
export function walkThrough(
  found: Exploration,
  states: readonly string[],
  after: Walk | null = null,
): Walk | null {
  let trails = arrivals(found, after).filter(
    ({ place }) => found.places[place]?.state === states[0],
  );
  for (const state of states.slice(1)) {
    const next = new Map<number, Trail>();
    for (const before of trails)
      for (const move of found.leaving[before.place] ?? [])
        if (isStep(move) && found.places[move.to]?.state === state && !next.has(move.to))
          next.set(move.to, { place: move.to, before, move, start: before.start });
    trails = [...next.values()];
  }
  const [end] = trails;
  if (!end) return null;
  const moves: Edge[] = [];
  for (let trail: Trail | null = end; trail?.move; trail = trail.before) moves.unshift(trail.move);
  return { start: end.start, moves: [...(after?.moves ?? []), ...moves] };
}

/** The states a walk comes through, refused events left out. */
export function statesOf(found: Exploration, { start, moves }: Walk): string[] {
  const places = [
    found.starts[start]?.place ?? 0,
    ...moves.filter((move) => !isRefused(move)).map(({ to }) => to),
  ];
  return places.map((place) => found.places[place]?.state ?? '');
}

function isStep({ transitions }: Edge): boolean {
  return transitions.length > 0;
}

/** By breadth first, how every place is reached with the fewest moves. */
function arrivals(found: Exploration, after: Walk | null): Trail[] {
  const end = after?.moves.at(-1)?.to ?? (after ? found.starts[after.start]?.place : undefined);
  const begins = after
    ? [{ place: end ?? 0, start: after.start }]
    : found.starts.map(({ place }, start) => ({ place, start }));
  const trails: Trail[] = [];
  const seen = new Set<number>();
  for (const { place, start } of begins) {
    if (seen.has(place)) continue;
    seen.add(place);
    trails.push({ place, before: null, move: null, start });
  }
  for (let at = 0; at < trails.length; at++) {
    const before = trails[at] as Trail;
    for (const move of found.leaving[before.place] ?? []) {
      if (seen.has(move.to)) continue;
      seen.add(move.to);
      trails.push({ place: move.to, before, move, start: before.start });
    }
  }
  return trails;
}
