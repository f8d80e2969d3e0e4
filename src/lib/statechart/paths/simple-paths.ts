import type { CoverageEdge, CoverageGraph } from './coverage-graph.ts';
import { type Walk, walkOf } from './walk.ts';

/**
 * Paths that come to no vertex twice and cannot be made longer, depth first, up to `limit`.
 * `stopped` says in words when there are more; the order is always the same.
 */
export function simplePlan(
  coverageGraph: CoverageGraph,
  limit: number,
): { walks: Walk[]; stopped: string | null } {
  const walks: Walk[] = [];
  const isOn = new Uint8Array(coverageGraph.vertices);
  const path: CoverageEdge[] = [];
  const frames = [{ vertex: 0, edge: 0, grew: true }];
  isOn[0] = 1;
  for (let frame = frames.at(-1); frame; frame = frames.at(-1)) {
    const edge = coverageGraph.outgoing[frame.vertex]?.[frame.edge++];
    if (edge) {
      if (isOn[edge.to]) continue;
      frame.grew = true;
      isOn[edge.to] = 1;
      path.push(edge);
      frames.push({ vertex: edge.to, edge: 0, grew: false });
      continue;
    }
    if (!frame.grew) {
      if (walks.length === limit)
        return { walks, stopped: `after ${limit} simple paths; there are more (--limit)` };
      walks.push(walkOf(path));
    }
    isOn[frame.vertex] = 0;
    path.pop();
    frames.pop();
  }
  return { walks, stopped: null };
}
