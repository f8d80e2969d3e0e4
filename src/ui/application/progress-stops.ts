import { type ApplicationState, applicationStates } from '#contract/stored-application.ts';
import { machineGraph } from '#lib/statechart/graph/graph.ts';
import { shortestStatePath } from '#lib/statechart/graph/graph-queries.ts';
import { type ApplicationKind, applicationMachine } from '#machines/application.machine.ts';

/** One stop on an application's way: a state of the normal course. */
export interface ProgressStop {
  state: ApplicationState;
  /** The states in which an application stands at this stop: also those that only lead back to it. */
  states: readonly string[];
}

const graph = machineGraph(applicationMachine);

/** The stops of a kind of application, from its submission to its approval. */
export function progressStops(kind: ApplicationKind): ProgressStop[] {
  const without = kind === 'personal' ? 'isPublic' : 'isPersonal';
  const path = shortestStatePath(graph, 'approved', [without]) as ApplicationState[];
  return path.map((stop) => ({
    state: stop,
    states: applicationStates.filter((state) => {
      const targets = graph.transitions
        .filter(({ source }) => source === state)
        .flatMap((transition) => transition.targets);
      return state === stop || (!path.includes(state) && targets.includes(stop));
    }),
  }));
}
