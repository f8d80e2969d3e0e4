import { type ApplicationState, applicationStates, hasTag } from '#contract/stored-application.ts';
import { graph, pathTo } from '#forms/application-graph.ts';
import { isListed } from '#lib/statechart/graph/graph.ts';
import type { ApplicationKind } from '#machines/application.machine.ts';

export interface ProgressStop {
  state: ApplicationState;
  /** States of this stop, including those from which the application returns to it. */
  states: readonly string[];
}

export const reachableStates = (kind: ApplicationKind): ApplicationState[] =>
  applicationStates.filter((state) => pathTo(state, kind).length > 0);

export function progressStops(kind: ApplicationKind): ProgressStop[] {
  const path = pathTo('approved', kind).map(({ state }) => state);
  return path.map((stop) => ({
    state: stop,
    states: applicationStates.filter((state) => {
      const targets = graph.transitions
        .filter((transition) => transition.source === state && !isListed(transition))
        .flatMap((transition) => transition.targets);
      const isDetour = !path.includes(state) && !hasTag(state, 'ended');
      return state === stop || (isDetour && targets.includes(stop));
    }),
  }));
}
