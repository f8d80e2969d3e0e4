import { type Edge, type Exploration, isNotAccepted, type Walk } from './explore.ts';
import { randomSource } from './random-source.ts';
import type { CoverageEdge, TestRequirement } from './test-requirement.ts';
import { tourPlan } from './tour.ts';

/** Returns the next walk; null at the end. Edges in `failed` are not walked again. */
export type WalkSource = (covered: ReadonlySet<string>, failed: ReadonlySet<Edge>) => Walk | null;

export function tourSource(requirement: TestRequirement, seed: number): WalkSource {
  let planned = tourPlan(requirement, seed);
  let avoided = 0;
  return (covered, failed) => {
    if (failed.size !== avoided) planned = tourPlan(restOf(requirement, covered, failed), seed);
    avoided = failed.size;
    return planned.shift() ?? null;
  };
}

export function randomWalkSource(
  space: Exploration,
  options: { seed: number; length: number },
): WalkSource {
  const random = randomSource(options.seed);
  return (_, failed) => {
    const seed = Math.floor(random() * 2 ** 32);
    const [walk] = randomWalks(space, { ...options, seed, walks: 1, failed });
    // Without this, a start without edges would be returned forever.
    return walk && walk.edges.length > 0 ? walk : null;
  };
}

export function givenSource(walks: readonly Walk[]): WalkSource {
  const left = [...walks];
  return () => left.shift() ?? null;
}

function restOf(
  requirement: TestRequirement,
  covered: ReadonlySet<string>,
  failed: ReadonlySet<Edge>,
): TestRequirement {
  const items = requirement.items.filter((item) => !covered.has(item));
  const numbers = new Map(items.map((item, index) => [item, index]));
  const { coverageGraph } = requirement;
  const edges = coverageGraph.edges
    .filter(({ step }) => step === null || !failed.has(step))
    .map((edge) => ({
      ...edge,
      items: edge.items.flatMap((item) => numbers.get(requirement.items[item] ?? '') ?? []),
    }));
  const outgoing = coverageGraph.outgoing.map((): CoverageEdge[] => []);
  for (const edge of edges) outgoing[edge.from]?.push(edge);
  return { ...requirement, items, coverageGraph: { ...coverageGraph, edges, outgoing } };
}

const NOT_ACCEPTED_SHARE = 0.1;

/**
 * Random walks (Whittaker and Thomason, IEEE TSE 20(10), 1994). The scenario gives the weight of a
 * sample or event type, by default 1. A walk ends after `length` edges, or when no more events are
 * accepted.
 */
export function randomWalks(
  space: Exploration,
  options: { seed: number; walks: number; length: number; failed?: ReadonlySet<Edge> },
): Walk[] {
  const random = randomSource(options.seed);
  const weights = new Map(Object.entries(space.scenario.weights ?? {}));
  const weightOf = ({ name, event }: Edge) => weights.get(name) ?? weights.get(event.type) ?? 1;
  return Array.from({ length: options.walks }, () => {
    const start = Math.floor(random() * space.starts.length);
    const edges: Edge[] = [];
    let configuration = space.starts[start]?.configuration ?? 0;
    while (edges.length < options.length) {
      const [notAccepted, macrostep] = [true, false].map((wanted) =>
        (space.outgoing[configuration] ?? []).filter(
          (edge) => isNotAccepted(edge) === wanted && !options.failed?.has(edge),
        ),
      ) as [Edge[], Edge[]];
      const choice =
        notAccepted.length > 0 && random() < NOT_ACCEPTED_SHARE ? notAccepted : macrostep;
      const edge = pickEdge(choice, weightOf, random());
      if (!edge) break;
      edges.push(edge);
      configuration = edge.to;
    }
    return { start, edges };
  });
}

function pickEdge(
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
