import { type Criterion, testRequirementOf } from './criteria.ts';
import type { Exploration, Walk } from './explore.ts';
import type { InfeasibleItem } from './test-requirement.ts';
import { tourPlan } from './tour.ts';
import { shortestWalks, withoutPrefixes } from './walk.ts';

export const planKinds = ['tour', 'shortest'] as const;
export type PlanKind = (typeof planKinds)[number];

interface AllOptions {
  criterion: Criterion;
  plan: PlanKind;
  seed: number;
}
export type PlanOptions = Pick<AllOptions, 'criterion'> & Partial<AllOptions>;

const defaults = { plan: 'tour', seed: 1 } as const;

export interface Plan {
  criterion: Criterion;
  covered: string[];
  uncovered: string[];
  infeasible: InfeasibleItem[];
  walks: Walk[];
  stopped: string | null;
}

/** Plans walks that cover a criterion. Deterministic: equal options give equal walks. */
export function plan(exploration: Exploration, options: PlanOptions): Plan {
  const { criterion, plan: kind, seed } = { ...defaults, ...options };
  const requirement = testRequirementOf(exploration, criterion);
  const walks =
    kind === 'tour'
      ? tourPlan(requirement, seed)
      : withoutPrefixes([...shortestWalks(requirement).values()]);
  const seen = requirement.coveredBy(walks);
  return {
    criterion,
    covered: requirement.items.filter((item) => seen.has(item)),
    uncovered: requirement.items.filter((item) => !seen.has(item)),
    infeasible: requirement.infeasible,
    walks,
    stopped: reasonForStop(exploration),
  };
}

export const reasonForStop = ({ complete, states }: Exploration): string | null =>
  complete ? null : `because exploration reached ${states.count} states (--places)`;
