import { type ApplicationState, applicationStates } from '#contract/stored-application.ts';
import { type GraphTransition, machineGraph } from '#lib/statechart/graph/graph.ts';
import { isInside, shortestPath } from '#lib/statechart/graph/graph-queries.ts';
import { type ApplicationKind, applicationMachine } from '#machines/application.machine.ts';

export const graph = machineGraph(applicationMachine);

/** Returns the shortest path to a state, for applications of a kind; empty for unreachable states. */
export function pathTo(state: ApplicationState, kind: ApplicationKind) {
  const path = shortestPath(graph, state, [kind === 'personal' ? 'isPublic' : 'isPersonal']);
  return path as { state: ApplicationState; event: string | null }[];
}

export function isStep({ kind, targets }: GraphTransition): boolean {
  return kind === 'event' && targets.length > 0;
}

export function sourcesOf({ source }: GraphTransition): ApplicationState[] {
  return applicationStates.filter((state) => isInside(graph, state, source));
}
