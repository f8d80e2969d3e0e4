import type { Exploration, Move } from './explore.ts';
import type { Walk } from './walk.ts';

/** The prime paths of the states' graph, and those no sequence of events walks. */
export interface PrimePaths {
  /** Each as the states it comes through. */
  paths: { states: string[]; walk: Walk }[];
  infeasible: { item: string; reason: string }[];
  stopped: string | null;
}

/**
 * Prime paths after Ammann and Offutt: simple paths (or simple cycles) between states that are
 * part of no longer one. A state here is the whole configuration; each path is walked over the
 * explored places, behind the shortest way to its first state.
 */
export function primePaths(found: Exploration, limit: number): PrimePaths {
  const steps = stateSteps(found);
  const { simple, stopped } = simplePaths(steps, limit);
  const prime = simple.filter((path) => !canGrow(path, steps));
  const result: PrimePaths = { paths: [], infeasible: [], stopped };
  for (const states of prime) {
    const walk = walkThrough(found, states);
    if (walk) result.paths.push({ states, walk });
    else
      result.infeasible.push({
        item: states.join(' → '),
        reason: 'each step can be taken, guards and contexts prevent them in a row',
      });
  }
  return result;
}

type Steps = ReadonlyMap<string, ReadonlySet<string>>;

function stateSteps({ places, moves }: Exploration): Steps {
  const steps = new Map<string, Set<string>>(places.map(({ state }) => [state, new Set()]));
  for (const { from, to, transitions } of moves)
    if (transitions.length > 0) steps.get(places[from]?.state ?? '')?.add(places[to]?.state ?? '');
  return steps;
}

function simplePaths(steps: Steps, limit: number) {
  const simple: string[][] = [];
  let longest = [...steps.keys()].map((state) => [state]);
  while (longest.length > 0) {
    const grown: string[][] = [];
    for (const path of longest) {
      simple.push(path);
      if (simple.length >= limit)
        return { simple, stopped: `after ${limit} simple paths; there are more (--limit)` };
      if (path.length > 1 && path[0] === path.at(-1)) continue;
      for (const next of steps.get(path.at(-1) ?? '') ?? [])
        if (next === path[0] || !path.includes(next)) grown.push([...path, next]);
    }
    longest = grown;
  }
  return { simple, stopped: null };
}

/** Whether a state before or behind makes it a longer simple path or cycle. */
function canGrow(path: readonly string[], steps: Steps): boolean {
  const [first = '', last = ''] = [path[0], path.at(-1)];
  if (path.length > 1 && first === last) return false;
  const isFree = (state: string, end: string) => state === end || !path.includes(state);
  const behind = [...(steps.get(last) ?? [])].some((next) => isFree(next, first));
  const before = [...steps].some(([state, nexts]) => nexts.has(first) && isFree(state, last));
  return behind || before;
}

interface Trail {
  place: number;
  before: Trail | null;
  move: Move | null;
  start: number;
}

/** The shortest walk that ends with these states, one move each. */
function walkThrough(found: Exploration, states: readonly string[]): Walk | null {
  let trails = arrivals(found).filter(({ place }) => found.places[place]?.state === states[0]);
  for (const state of states.slice(1)) {
    const next = new Map<number, Trail>();
    for (const before of trails)
      for (const move of found.leaving[before.place] ?? [])
        if (
          move.transitions.length > 0 &&
          found.places[move.to]?.state === state &&
          !next.has(move.to)
        )
          next.set(move.to, { place: move.to, before, move, start: before.start });
    trails = [...next.values()];
  }
  const [end] = trails;
  if (!end) return null;
  const moves: Move[] = [];
  for (let trail: Trail | null = end; trail?.move; trail = trail.before) moves.unshift(trail.move);
  return { start: end.start, moves };
}

/** By breadth first, how every place is reached with the fewest moves. */
function arrivals(found: Exploration): Trail[] {
  const trails: Trail[] = [];
  const seen = new Set<number>();
  found.starts.forEach(({ place }, start) => {
    if (seen.has(place)) return;
    seen.add(place);
    trails.push({ place, before: null, move: null, start });
  });
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
