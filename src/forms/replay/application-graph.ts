import { type ApplicationState, applicationStates } from '#contract/stored-application.ts';
import { type GraphTransition, machineGraph } from '#lib/statechart/graph/graph.ts';
import { isDescendant, shortestStatePath } from '#lib/statechart/graph/graph-queries.ts';
import { type ApplicationKind, applicationMachine } from '#machines/application.machine.ts';

export const graph = machineGraph(applicationMachine);

/** Tells the transitions that histories record: those that lead from one state to another. */
export function isStep({ kind, targets }: GraphTransition): boolean {
  return kind === 'event' && targets.length > 0;
}

/** The states from which a transition can be taken: its source, or those inside it. */
export function sourcesOf({ source }: GraphTransition): ApplicationState[] {
  return applicationStates.filter(
    (state) => state === source || isDescendant(graph, state, source),
  );
}

/** The shortest way of an application of a kind to its approval. */
export function normalCourseOf(kind: ApplicationKind): ApplicationState[] {
  const without = kind === 'personal' ? 'isPublic' : 'isPersonal';
  return shortestStatePath(graph, 'approved', [without]) as ApplicationState[];
}
