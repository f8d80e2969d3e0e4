import { type Criterion, testRequirementOf } from './criteria.ts';
import type { Exploration, Walk } from './explore.ts';
import type {
  CoverageEdge,
  CoverageGraph,
  InfeasibleItem,
  TestRequirement,
} from './test-requirement.ts';
import { tourPlan } from './tour.ts';
import { shortestWalks, walkOf, withoutPrefixes } from './walk.ts';
import { randomWalks } from './walk-source.ts';

export const planKinds = ['tour', 'shortest', 'simple'] as const;
export type PlanKind = (typeof planKinds)[number];

interface AllOptions {
  criterion: Criterion;
  plan: PlanKind;
  seed: number;
  /** Maximum number of simple paths; for `random`, the number of walks. */
  limit: number;
  switches: number;
  length: number;
}
export type PlanOptions = Pick<AllOptions, 'criterion'> & Partial<AllOptions>;

const defaults = { plan: 'tour', seed: 1, limit: 20_000, switches: 1, length: 30 } as const;

export interface Plan {
  criterion: Criterion;
  covered: string[];
  uncovered: string[];
  infeasible: InfeasibleItem[];
  walks: Walk[];
  stopped: string | null;
}

/** Plans walks that cover a criterion. Deterministic: equal options give equal walks. */
export function plan(space: Exploration, options: PlanOptions): Plan {
  const all = { ...defaults, ...options };
  const requirement = requirementOf(space, all);
  const { walks, stopped } = walksOf(space, requirement, all);
  return {
    ...coverage(requirement, options.criterion, walks),
    stopped: space.complete
      ? stopped
      : `because exploration reached ${space.configurations.length} states (--places)`,
  };
}

export function planOfWalks(space: Exploration, options: PlanOptions, walks: Walk[]): Plan {
  const requirement = requirementOf(space, { ...defaults, ...options });
  return { ...coverage(requirement, options.criterion, walks), stopped: null };
}

function requirementOf(space: Exploration, { criterion, switches }: AllOptions): TestRequirement {
  return testRequirementOf(space, criterion === 'random' ? 'transitions' : criterion, switches);
}

function walksOf(
  space: Exploration,
  requirement: TestRequirement,
  { criterion, plan: kind, seed, limit, length }: AllOptions,
): Pick<Plan, 'walks' | 'stopped'> {
  if (criterion === 'random')
    return { walks: randomWalks(space, { seed, walks: limit, length }), stopped: null };
  if (kind === 'simple') return simplePaths(requirement.coverageGraph, limit);
  if (kind === 'tour') return { walks: tourPlan(requirement, seed), stopped: null };
  return { walks: withoutPrefixes([...shortestWalks(requirement).values()]), stopped: null };
}

function coverage(
  requirement: TestRequirement,
  criterion: Criterion,
  walks: Walk[],
): Omit<Plan, 'stopped'> {
  const seen = requirement.coveredBy(walks);
  return {
    criterion,
    covered: requirement.items.filter((item) => seen.has(item)),
    uncovered: requirement.items.filter((item) => !seen.has(item)),
    infeasible: requirement.infeasible,
    walks,
  };
}

function simplePaths(coverageGraph: CoverageGraph, limit: number): Pick<Plan, 'walks' | 'stopped'> {
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
