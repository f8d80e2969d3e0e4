import type { GraphTransition } from '../graph/graph.ts';
import { guardText } from '../graph/guard.ts';
import { canFollow } from './can-follow.ts';
import type { Edge, Exploration } from './explore.ts';
import { type Infeasibility, infeasibilityReason, refusalReason } from './infeasibility.ts';
import { stepOf, type TestRequirement, testRequirement } from './test-requirement.ts';

const THEN = ' → ';

/**
 * The test requirement of n-switch coverage (Chow, IEEE TSE 4(3), 1978): every chain of
 * `switches + 1` transitions of which, by the definition, each may follow the one before.
 */
export function switchCoverage(found: Exploration, switches: number): TestRequirement {
  const declared = found.graph.transitions.filter(({ kind }) => kind !== 'initial');
  const byId = new Map(declared.map((transition) => [transition.id, transition]));
  const followers = new Map(
    declared.map((before) => [
      before.id,
      declared.filter((next) => canFollow(found.graph, before, next)).map(({ id }) => id),
    ]),
  );
  let chains = declared.map(({ id }) => [id]);
  for (let length = 0; length < switches; length++)
    chains = chains.flatMap((chain) =>
      (followers.get(chain.at(-1) ?? '') ?? []).map((next) => [...chain, next]),
    );
  return testRequirement(
    found,
    chains.map((chain) => chain.join(THEN)),
    (step, memory) => {
      const items: string[] = [];
      let last = memory;
      for (const id of stepOf(found, step).transitions) {
        if (last.length === switches) items.push([...last, id].join(THEN));
        last = [...last, id].slice(-switches);
      }
      return { items, memory: last };
    },
    (item) => reasonOf(found, byId, item.split(THEN)),
  );
}

function reasonOf(
  found: Exploration,
  byId: ReadonlyMap<string, GraphTransition>,
  chain: string[],
): Infeasibility {
  const macrostep = new Set(found.edges.flatMap(({ transitions }) => transitions));
  for (const { transitions } of found.starts) for (const id of transitions) macrostep.add(id);
  const never = chain.find((id) => !macrostep.has(id));
  if (never !== undefined) {
    const { reason, isCertain } = infeasibilityReason(found, never);
    return { reason: `${never} is never taken: ${reason}`, isCertain };
  }
  for (const [index, before] of chain.slice(0, -1).entries()) {
    const next = byId.get(chain[index + 1] ?? '');
    if (!next) continue;
    const after = [...edgesAfter(found, before)];
    if (after.some(({ transitions }) => transitions[0] === next.id)) continue;
    const guard = next.guard ? guardText(next.guard) : null;
    return { reason: refusalReason(next.id, next.label, guard, after), isCertain: false };
  }
  return {
    reason: 'each step can follow the one before, the whole chain cannot',
    isCertain: false,
  };
}

/** The edges that leave a configuration which a step ending in this transition leads to. */
function* edgesAfter(found: Exploration, id: string): Generator<Edge> {
  const configurations = new Set<number>();
  for (const { transitions, to } of found.edges)
    if (transitions.at(-1) === id) configurations.add(to);
  for (const { transitions, configuration } of found.starts)
    if (transitions.at(-1) === id) configurations.add(configuration);
  for (const configuration of configurations) yield* found.outgoing[configuration] ?? [];
}
