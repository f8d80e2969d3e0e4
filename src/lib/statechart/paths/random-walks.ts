import { type Edge, type Exploration, isRefused } from './explore.ts';
import { randomSource } from './random-source.ts';
import type { Walk } from './walk.ts';

/** Refused events together are as likely as this share of all steps. */
const REFUSED_SHARE = 0.1;

/**
 * Walks drawn from the seed. A move is as likely as the scenario's weight for its sample or its
 * type of event, 1 where there is none; `weights` goes before. A walk ends at `length` moves or
 * where only refusals are left.
 */
export function randomWalks(
  found: Exploration,
  options: {
    seed: number;
    walks: number;
    length: number;
    weights?: Readonly<Record<string, number>>;
  },
): Walk[] {
  const random = randomSource(options.seed);
  const weights = { ...found.scenario.weights, ...options.weights };
  const weightOf = ({ name, event }: Edge) => weights[name] ?? weights[event.type] ?? 1;
  return Array.from({ length: options.walks }, () => {
    const start = Math.floor(random() * found.starts.length);
    const moves: Edge[] = [];
    let place = found.starts[start]?.place ?? 0;
    while (moves.length < options.length) {
      const [refused, taken] = [true, false].map((wanted) =>
        (found.leaving[place] ?? []).filter((move) => isRefused(move) === wanted),
      ) as [Edge[], Edge[]];
      const choice = refused.length > 0 && random() < REFUSED_SHARE ? refused : taken;
      const move = drawn(choice, weightOf, random());
      if (!move) break;
      moves.push(move);
      place = move.to;
    }
    return { start, moves };
  });
}

function drawn(
  moves: readonly Edge[],
  weightOf: (move: Edge) => number,
  share: number,
): Edge | undefined {
  let rest = share * moves.reduce((sum, move) => sum + weightOf(move), 0);
  return moves.find((move) => {
    rest -= weightOf(move);
    return rest < 0;
  });
}
