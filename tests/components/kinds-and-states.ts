import { type ApplicationState, applicationStates } from '#contract/stored-application.ts';
import { machineGraph } from '#lib/statechart/graph/graph.ts';
import { shortestStatePath } from '#lib/statechart/graph/graph-queries.ts';
import { type ApplicationKind, applicationMachine } from '#machines/application.machine.ts';

const graph = machineGraph(applicationMachine);

const canReach = (kind: ApplicationKind, state: ApplicationState) =>
  shortestStatePath(graph, state, [kind === 'personal' ? 'isPublic' : 'isPersonal']).length > 0;

/** Every state that an application of a kind can be in, after the machine. */
export const kindsAndStates: readonly { kind: ApplicationKind; state: ApplicationState }[] = (
  ['personal', 'public'] as const
).flatMap((kind) =>
  applicationStates.filter((state) => canReach(kind, state)).map((state) => ({ kind, state })),
);
