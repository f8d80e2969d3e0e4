import type { Edge, Exploration } from './explore.ts';
import type { Walk } from './walk.ts';

/**
 * The fewest steps found that still fail, by leaving out ever smaller stretches until none can go.
 * @param again answers steps as they are walked anew, perhaps fewer; null where they no longer fail
 */
export async function shrinkSteps<Step>(
  steps: readonly Step[],
  again: (fewer: readonly Step[]) => Promise<readonly Step[] | null> | readonly Step[] | null,
): Promise<readonly Step[]> {
  let fewest = steps;
  for (let size = steps.length; size >= 1; size = Math.floor(size / 2))
    for (let at = 0; at < fewest.length; ) {
      const fewer = await again(fewest.toSpliced(at, size));
      if (fewer) fewest = fewer;
      // What could not be left out before may be needless without what has gone.
      at = fewer ? 0 : at + size;
    }
  return fewest;
}

/**
 * The shortest walk found that still fails. What is left of it is walked anew: an edge goes on by its
 * name where the shorter walk has come to.
 */
export async function shrinkWalk(
  found: Exploration,
  { start, edges }: Walk,
  fails: (walk: Walk) => boolean | Promise<boolean>,
): Promise<Walk> {
  const shortest = await shrinkSteps(edges, async (fewer) => {
    const walk = rewalked(found, start, fewer);
    return walk && (await fails(walk)) ? walk.edges : null;
  });
  return { start, edges: [...shortest] };
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
