import { type Edge, type Exploration, isRefused } from './explore.ts';
import { randomSource } from './random-source.ts';
import type { Walk } from './walk.ts';

/** Refused events together are as likely as this share of all steps. */
const REFUSED_SHARE = 0.1;

/**
 * Walks drawn from the seed (after Whittaker and Thomason, IEEE TSE 20(10), 1994). An edge is as
 * likely as the scenario's weight for its sample or its type of event, 1 where there is none;
 * `weights` goes before. A walk ends at `length` edges or where only refusals are left.
 */
export function randomWalks(
  found: Exploration,
  options: {
    seed: number;
    walks: number;
    length: number;
    weights?: Readonly<Record<string, number>>;
    /** Edges that are not taken. */
    failed?: ReadonlySet<Edge>;
  },
): Walk[] {
  const random = randomSource(options.seed);
  const weights = { ...found.scenario.weights, ...options.weights };
  const weightOf = ({ name, event }: Edge) => weights[name] ?? weights[event.type] ?? 1;
  return Array.from({ length: options.walks }, () => {
    const start = Math.floor(random() * found.starts.length);
    const edges: Edge[] = [];
    let configuration = found.starts[start]?.configuration ?? 0;
    while (edges.length < options.length) {
      const [refused, macrostep] = [true, false].map((wanted) =>
        (found.outgoing[configuration] ?? []).filter(
          (edge) => isRefused(edge) === wanted && !options.failed?.has(edge),
        ),
      ) as [Edge[], Edge[]];
      const choice = refused.length > 0 && random() < REFUSED_SHARE ? refused : macrostep;
      const edge = drawn(choice, weightOf, random());
      if (!edge) break;
      edges.push(edge);
      configuration = edge.to;
    }
    return { start, edges };
  });
}

function drawn(
  edges: readonly Edge[],
  weightOf: (edge: Edge) => number,
  share: number,
): Edge | undefined {
  let rest = share * edges.reduce((sum, edge) => sum + weightOf(edge), 0);
  return edges.find((edge) => {
    rest -= weightOf(edge);
    return rest < 0;
  });
}
