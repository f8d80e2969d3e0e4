import type { Edge, Exploration } from './explore.ts';
import type { Walk } from './walk.ts';

/**
 * The shortest walk found that still fails, by leaving out ever smaller stretches of edges. What
 * is left is walked anew: an edge goes on by its name where the shorter walk has come to.
 */
export async function shrinkWalk(
  found: Exploration,
  walk: Walk,
  fails: (walk: Walk) => boolean | Promise<boolean>,
): Promise<Walk> {
  let shortest = walk;
  for (let size = walk.edges.length; size >= 1; size = Math.floor(size / 2)) {
    for (let at = 0; at + size <= shortest.edges.length; ) {
      const shorter = rewalked(found, shortest.start, [
        ...shortest.edges.slice(0, at),
        ...shortest.edges.slice(at + size),
      ]);
      const isShorter = shorter !== null && (await fails(shorter));
      if (isShorter) shortest = shorter;
      // What could not be left out before may be needless without what has gone.
      at = isShorter ? 0 : at + 1;
    }
  }
  return shortest;
}

/** The same events from where they now are sent; null when one is not among the samples there. */
function rewalked(found: Exploration, start: number, edges: readonly Edge[]): Walk | null {
  let configuration = found.starts[start]?.configuration ?? 0;
  const again: Edge[] = [];
  for (const { name } of edges) {
    const edge = found.outgoing[configuration]?.find((each) => each.name === name);
    if (!edge) return null;
    again.push(edge);
    configuration = edge.to;
  }
  return { start, edges: again };
}
