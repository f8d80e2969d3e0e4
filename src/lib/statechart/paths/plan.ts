import { type StepCriterion, testRequirementOf } from './criteria.ts';
import type { Exploration } from './explore.ts';
import { type LowerBound, lowerBound } from './lower-bound.ts';
import { primePaths } from './prime-paths.ts';
import { primeTour } from './prime-tour.ts';
import { randomWalks } from './random-walks.ts';
import { shortestPlan } from './shortest-paths.ts';
import { simplePlan } from './simple-paths.ts';
import { statePlan } from './state-plan.ts';
import type { InfeasibleItem, TestRequirement } from './test-requirement.ts';
import { tourPlan } from './tour.ts';
import { type Walk, withoutPrefixes } from './walk.ts';

export const criteria = [
  'states',
  'transitions',
  'pairs',
  'guards',
  'negatives',
  'samples',
  'prime',
  'random',
] as const;
export type Criterion = (typeof criteria)[number];

export const planKinds = ['tour', 'shortest', 'state', 'simple'] as const;
export type PlanKind = (typeof planKinds)[number];

interface AllOptions {
  criterion: Criterion;
  plan: PlanKind;
  seed: number;
  /** Simple paths at most; of `random`, the walks. */
  limit: number;
  /** Of `pairs`, the number of transitions that follow the first: 1 is pairs. */
  switches: number;
  /** Of `random`, events a walk. */
  length: number;
  weights?: Readonly<Record<string, number>>;
}
export type PlanOptions = Pick<AllOptions, 'criterion'> & Partial<AllOptions>;

const defaults = { plan: 'tour', seed: 1, limit: 20_000, switches: 1, length: 30 } as const;

/** Walks, and what of a criterion they cover. */
export interface Plan {
  criterion: Criterion;
  covered: string[];
  uncovered: string[];
  infeasible: InfeasibleItem[];
  walks: Walk[];
  /** It is proven that no plan has fewer steps, where a reset counts as two. */
  isShortest: boolean;
  /** Reason for which it is not all, in words; null when it is. */
  stopped: string | null;
}

/** Plans walks that cover what a criterion requires; the same options give the same walks. */
export function plan(found: Exploration, options: PlanOptions): Plan {
  const made = planned(found, { ...defaults, ...options });
  return found.complete
    ? made
    : {
        ...made,
        isShortest: false,
        stopped: `exploration ended at ${found.configurations.length} configurations (--places)`,
      };
}

/** The plan of walks that are given; by `random` and `prime` they are measured by transitions. */
export function planOfWalks(
  found: Exploration,
  { criterion, switches = defaults.switches }: PlanOptions,
  walks: Walk[],
): Plan {
  const measured = criterion === 'random' || criterion === 'prime' ? 'transitions' : criterion;
  const requirement = testRequirementOf(found, measured, switches);
  return { ...coverage(requirement, criterion, walks), stopped: null };
}

/** Steps and resets that every plan needs at least; null where that is not known. */
export function lowerBoundOf(
  found: Exploration,
  { criterion, switches = defaults.switches }: PlanOptions,
): LowerBound | null {
  if (criterion === 'prime' || criterion === 'random') return null;
  const { coverageGraph, items } = testRequirementOf(found, criterion, switches);
  return lowerBound(found, coverageGraph, items.length);
}

function planned(found: Exploration, options: AllOptions): Plan {
  if (options.criterion === 'prime') return primePlan(found, options);
  if (options.criterion === 'random') return randomPlan(found, options);
  const requirement = testRequirementOf(
    found,
    options.criterion satisfies StepCriterion,
    options.switches,
  );
  if (options.plan === 'simple') {
    const { walks, stopped } = simplePlan(requirement.coverageGraph, options.limit);
    return { ...coverage(requirement, options.criterion, walks), stopped };
  }
  if (options.plan === 'tour') {
    const { walks, isShortest } = tourPlan(requirement, options.seed);
    return { ...coverage(requirement, options.criterion, walks), isShortest, stopped: null };
  }
  const walks = options.plan === 'state' ? statePlan(requirement) : shortestPlan(requirement);
  return { ...coverage(requirement, options.criterion, walks), stopped: null };
}

function randomPlan(found: Exploration, options: AllOptions): Plan {
  const { seed, limit, length, weights } = options;
  const walks = randomWalks(found, { seed, walks: limit, length, ...(weights && { weights }) });
  const requirement = testRequirementOf(found, 'transitions');
  return { ...coverage(requirement, 'random', walks), stopped: null };
}

function primePlan(found: Exploration, { limit, plan: kind }: AllOptions): Plan {
  const prime = primePaths(found, limit);
  const walks =
    kind === 'tour'
      ? primeTour(found, prime)
      : withoutPrefixes(prime.paths.map(({ walk }) => walk));
  return {
    criterion: 'prime',
    covered: prime.paths.map(({ states }) => states.join(' → ')),
    uncovered: [],
    infeasible: prime.infeasible,
    walks,
    isShortest: false,
    stopped: prime.stopped,
  };
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
    isShortest: false,
  };
}
