import { type StepCriterion, testRequirementOf } from './criteria.ts';
import type { Exploration } from './explore.ts';
import { lowerBound } from './lower-bound.ts';
import { primePaths } from './prime-paths.ts';
import { primeTour } from './prime-tour.ts';
import { randomWalks } from './random-walks.ts';
import { shortestPlan } from './shortest-paths.ts';
import { simplePlan } from './simple-paths.ts';
import type { TestRequirement } from './test-requirement.ts';
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

export const planKinds = ['tour', 'shortest', 'simple'] as const;
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
  infeasible: { item: string; reason: string }[];
  walks: Walk[];
  /** Steps and resets that every plan needs at least; null where that is not known. */
  lowerBound: { steps: number; resets: number } | null;
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
        stopped: `exploration ended at ${found.configurations.length} configurations (--places)`,
      };
}

function planned(found: Exploration, options: AllOptions): Plan {
  if (options.criterion === 'prime') return primePlan(found, options);
  if (options.criterion === 'random') return randomPlan(found, options);
  const requirement = testRequirementOf(
    found,
    options.criterion satisfies StepCriterion,
    options.switches,
  );
  const bound = lowerBound(found, requirement.coverageGraph, requirement.items.length);
  if (options.plan === 'simple') {
    const { walks, stopped } = simplePlan(requirement.coverageGraph, options.limit);
    return { ...coverage(requirement, options.criterion, walks), lowerBound: bound, stopped };
  }
  const walks =
    options.plan === 'tour' ? tourPlan(requirement, options.seed) : shortestPlan(requirement);
  return { ...coverage(requirement, options.criterion, walks), lowerBound: bound, stopped: null };
}

function randomPlan(found: Exploration, options: AllOptions): Plan {
  const { seed, limit, length, weights } = options;
  const walks = randomWalks(found, { seed, walks: limit, length, ...(weights && { weights }) });
  const requirement = testRequirementOf(found, 'transitions');
  return { ...coverage(requirement, 'random', walks), lowerBound: null, stopped: null };
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
    lowerBound: null,
    stopped: prime.stopped,
  };
}

function coverage(
  requirement: TestRequirement,
  criterion: Criterion,
  walks: Walk[],
): Omit<Plan, 'lowerBound' | 'stopped'> {
  const seen = requirement.coveredBy(walks);
  return {
    criterion,
    covered: requirement.items.filter((item) => seen.has(item)),
    uncovered: requirement.items.filter((item) => !seen.has(item)),
    infeasible: requirement.infeasible,
    walks,
  };
}
