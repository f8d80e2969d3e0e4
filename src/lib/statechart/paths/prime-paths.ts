import type { Exploration } from './explore.ts';
import type { InfeasibleItem } from './test-requirement.ts';
import type { Walk } from './walk.ts';
import { walkThrough } from './walk-through.ts';

/** The prime paths of the states' graph, and those no sequence of events walks. */
export interface PrimePaths {
  /** Each as the states it comes through. */
  paths: { states: string[]; walk: Walk }[];
  infeasible: InfeasibleItem[];
  stopped: string | null;
}

/**
 * Prime paths (Ammann and Offutt, 2nd ed., 7.2): simple paths (or simple cycles) between states
 * that are part of no longer one. A state here is the whole configuration; each path is walked
 * over the explored configurations, behind the shortest way to its first state.
 */
export function primePaths(found: Exploration, limit: number): PrimePaths {
  const steps = stateSuccessors(found);
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
        isCertain: false,
      });
  }
  return result;
}

type Successors = ReadonlyMap<string, ReadonlySet<string>>;

function stateSuccessors({ configurations, edges }: Exploration): Successors {
  const steps = new Map<string, Set<string>>(configurations.map(({ state }) => [state, new Set()]));
  for (const { from, to, transitions } of edges)
    if (transitions.length > 0)
      steps.get(configurations[from]?.state ?? '')?.add(configurations[to]?.state ?? '');
  return steps;
}

function simplePaths(steps: Successors, limit: number) {
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

/** Returns true when a state before or behind makes it a longer simple path or cycle. */
function canGrow(path: readonly string[], steps: Successors): boolean {
  const [first = '', last = ''] = [path[0], path.at(-1)];
  if (path.length > 1 && first === last) return false;
  const isFree = (state: string, end: string) => state === end || !path.includes(state);
  const behind = [...(steps.get(last) ?? [])].some((next) => isFree(next, first));
  const before = [...steps].some(([state, nexts]) => nexts.has(first) && isFree(state, last));
  return behind || before;
}
