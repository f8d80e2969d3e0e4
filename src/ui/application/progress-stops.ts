import { type ApplicationState, applicationStates, hasTag } from '#contract/stored-application.ts';
import { isListed, machineGraph } from '#lib/statechart/graph/graph.ts';
import { shortestStatePath } from '#lib/statechart/graph/graph-queries.ts';
import { type ApplicationKind, applicationMachine } from '#machines/application.machine.ts';

export interface ProgressStop {
  state: ApplicationState;
  /** States of this stop, including those from which the application returns to it. */
  states: readonly string[];
}

const graph = machineGraph(applicationMachine);

const pathTo = (state: ApplicationState, kind: ApplicationKind) =>
  shortestStatePath(graph, state, [kind === 'personal' ? 'isPublic' : 'isPersonal']);

export const reachableStates = (kind: ApplicationKind): ApplicationState[] =>
  applicationStates.filter((state) => pathTo(state, kind).length > 0);

export function progressStops(kind: ApplicationKind): ProgressStop[] {
  const path = pathTo('approved', kind) as ApplicationState[];
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
