import type { Exploration } from './explore.ts';
import { type Plan, reasonForStop } from './plan.ts';
import { stepOf, testRequirement } from './test-requirement.ts';
import { shortestWalks } from './walk.ts';

/**
 * Returns a shortest path for each set of transitions that enters a state, shortest first. With
 * `via`, only paths that take that transition before or while they enter the state.
 */
export function pathsTo(exploration: Exploration, state: string, via: string | null): Plan {
  const requirement = testRequirement(
    exploration,
    [],
    (step, memory) => {
      const { transitions, entered } = stepOf(exploration, step);
      const isVia = via === null || memory.length > 0 || transitions.includes(via);
      const way = transitions.join(' and ') || 'the start';
      return {
        items: isVia && entered.includes(state) ? [`${state} by ${way}`] : [],
        memory: isVia && via !== null ? [via] : [],
      };
    },
    () => ({ reason: '', isCertain: false }),
  );
  const walks = [...shortestWalks(requirement).values()];
  return {
    criterion: 'states',
    covered: requirement.items,
    uncovered: [],
    infeasible: [],
    walks: walks.toSorted((a, b) => a.edges.length - b.edges.length),
    stopped: reasonForStop(exploration),
  };
}
