import type { Decision } from '#contract/decision.ts';
import { type ApplicationState, applicationStates, hasTag } from '#contract/stored-application.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';
import { progressStops } from '#ui/application/progress-route.tsx';
import { offeredDecisions } from '../decision/offered-decisions.ts';

interface Step {
  state: ApplicationState;
  decisions: Decision[];
}

/** The states in which the desk decides about a kind, in their order, after the application's chart. */
export function stepsOf(kind: ApplicationKind): Step[] {
  const onTheWay = progressStops(kind).flatMap(({ states }) => states);
  const steps = applicationStates
    .filter((state) => onTheWay.includes(state))
    .map((state) => ({ state, decisions: decisionsIn(state, kind) }))
    .filter(({ decisions }) => decisions.length > 0);
  // States that only decisions lead to which this kind never meets.
  const withholds = steps.some(({ decisions }) => decisions.includes('withhold'));
  return steps.filter(({ state }) => withholds || !hasTag(state, 'withheld'));
}

function decisionsIn(state: ApplicationState, kind: ApplicationKind): Decision[] {
  const filed = { kind, isForThirdParty: false, requester: '', revision: 0, answerDueAt: null };
  return offeredDecisions({ ...filed, state, updatedAt: 0 }, 'reviewer');
}
