import type { Exploration } from './explore.ts';
import type { Walk } from './walk.ts';

/** Path by the names of its start and its events, as the JSON of a report has it. */
export type RecordedPath = { start: { name: string }; steps: readonly { name: string }[] };

/**
 * Walks of a machine that has been explored, by the names that a report gives their events.
 * @throws when the machine has no such start or, in a state, no such event any more; names both
 */
export function recordedWalks(found: Exploration, paths: readonly RecordedPath[]): Walk[] {
  return paths.map(({ start, steps }, index) => {
    const begun = found.starts.findIndex(({ name }) => name === start.name);
    if (begun < 0) throw new Error(`path ${index + 1}: there is no start «${start.name}»`);
    let at = found.starts[begun]?.configuration ?? 0;
    const edges = steps.map(({ name }, step) => {
      const edge = found.outgoing[at]?.find((each) => each.name === name);
      if (!edge)
        throw new Error(
          `path ${index + 1}, step ${step + 1}: «${name}» is not sent in ${found.configurations[at]?.state}`,
        );
      at = edge.to;
      return edge;
    });
    return { start: begun, edges };
  });
}
