import type { Edge, Exploration } from './explore.ts';
import { isRefused } from './explore.ts';
import type { Walk } from './walk.ts';

/** A configuration on the way, with the trail that reached it. */
interface Trail {
  configuration: number;
  before: Trail | null;
  edge: Edge | null;
  start: number;
}

/** Shortest walk that ends with these states, one edge each; it may go on where `after` ends. */
export function walkThrough(
  found: Exploration,
  states: readonly string[],
  after: Walk | null = null,
): Walk | null {
  let trails = shortestTrails(found, after).filter(
    ({ configuration }) => found.configurations[configuration]?.state === states[0],
  );
  for (const state of states.slice(1)) {
    const next = new Map<number, Trail>();
    for (const before of trails)
      for (const edge of found.outgoing[before.configuration] ?? [])
        if (isStep(edge) && found.configurations[edge.to]?.state === state && !next.has(edge.to))
          next.set(edge.to, { configuration: edge.to, before, edge, start: before.start });
    trails = [...next.values()];
  }
  const [end] = trails;
  if (!end) return null;
  const edges: Edge[] = [];
  for (let trail: Trail | null = end; trail?.edge; trail = trail.before) edges.unshift(trail.edge);
  return { start: end.start, edges: [...(after?.edges ?? []), ...edges] };
}

/** The states a walk comes through, refused events left out. */
export function statesOf(found: Exploration, { start, edges }: Walk): string[] {
  const configurations = [
    found.starts[start]?.configuration ?? 0,
    ...edges.filter((edge) => !isRefused(edge)).map(({ to }) => to),
  ];
  return configurations.map((configuration) => found.configurations[configuration]?.state ?? '');
}

function isStep({ transitions }: Edge): boolean {
  return transitions.length > 0;
}

/** Trails to every configuration with the fewest edges, breadth first. */
function shortestTrails(found: Exploration, after: Walk | null): Trail[] {
  const end =
    after?.edges.at(-1)?.to ?? (after ? found.starts[after.start]?.configuration : undefined);
  const begins = after
    ? [{ configuration: end ?? 0, start: after.start }]
    : found.starts.map(({ configuration }, start) => ({ configuration, start }));
  const trails: Trail[] = [];
  const seen = new Set<number>();
  for (const { configuration, start } of begins) {
    if (seen.has(configuration)) continue;
    seen.add(configuration);
    trails.push({ configuration, before: null, edge: null, start });
  }
  for (let at = 0; at < trails.length; at++) {
    const before = trails[at] as Trail;
    for (const edge of found.outgoing[before.configuration] ?? []) {
      if (seen.has(edge.to)) continue;
      seen.add(edge.to);
      trails.push({ configuration: edge.to, before, edge, start: before.start });
    }
  }
  return trails;
}
