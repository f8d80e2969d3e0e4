import type { Exploration } from './explore.ts';
import type { PrimePaths } from './prime-paths.ts';
import type { Walk } from './walk.ts';
import { statesOf, walkThrough } from './walk-through.ts';

/**
 * Walks that have every prime path in them: each goes on with the path that takes the fewest
 * further edges, until none of those left can be reached any more.
 */
export function primeTour(found: Exploration, { paths }: PrimePaths): Walk[] {
  const left = new Map(paths.map(({ states }) => [textOf(states), states]));
  const walks: Walk[] = [];
  while (left.size > 0) {
    let walk: Walk | null = null;
    for (let next = nearest(found, left, null); next; next = nearest(found, left, walk)) {
      walk = next;
      const text = textOf(statesOf(found, walk));
      for (const path of left.keys()) if (text.includes(path)) left.delete(path);
    }
    if (!walk) break;
    walks.push(walk);
  }
  return walks;
}

function nearest(
  found: Exploration,
  left: ReadonlyMap<string, readonly string[]>,
  after: Walk | null,
): Walk | null {
  let best: Walk | null = null;
  for (const states of left.values()) {
    const walk = walkThrough(found, states, after);
    if (walk && (!best || walk.edges.length < best.edges.length)) best = walk;
  }
  return best;
}

/** States so that one path's text is in another's where the path is. */
function textOf(states: readonly string[]): string {
  return `|${states.join('|')}|`;
}
