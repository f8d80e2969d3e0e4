import { enterableStates, isShadowed } from '../graph/enterable-states.ts';
import type { GraphTransition, MachineGraph } from '../graph/graph.ts';
import { guardText } from '../graph/guard.ts';
import type { Exploration } from './explore.ts';
import { activeStates } from './state-value.ts';

/** Reason for which something cannot be covered. */
export interface Infeasibility {
  reason: string;
  /** No samples could change it; otherwise it only holds with the scenario's. */
  isCertain: boolean;
}

/** The reason with its reservation. */
export function infeasibilityText({ reason, isCertain }: Infeasibility): string {
  return isCertain ? reason : `${reason}, with these samples`;
}

/** Reason for which exploration never took a declared transition, as far as it is known. */
export function infeasibilityReason(found: Exploration, id: string): Infeasibility {
  const transition = found.graph.transitions.find((each) => each.id === id);
  if (!transition) return { reason: 'the machine does not declare it', isCertain: true };
  const { source, guard, label } = transition;
  const certain = certainReason(found.graph, transition);
  if (certain !== null) return { reason: certain, isCertain: true };
  const isEntered =
    source.startsWith('#') ||
    found.configurations.some(({ snapshot }) => activeStates(snapshot.value).includes(source));
  const reason = isEntered
    ? refusalReason(id, label, guard ? guardText(guard) : null, found.edges)
    : `${source} is never entered and left again by another event`;
  return { reason, isCertain: false };
}

/** Reason for which exploration never entered a state. */
export function unenteredReason({ graph }: Exploration, state: string): Infeasibility {
  return enterableStates(graph).has(state)
    ? { reason: 'no start and no sequence of samples enters it', isCertain: false }
    : { reason: `no transition leads to ${state}`, isCertain: true };
}

/** Reason that lies in the declarations alone; null when there is none. */
function certainReason(graph: MachineGraph, transition: GraphTransition): string | null {
  const { source } = transition;
  if (!enterableStates(graph).has(source)) return `no transition leads to ${source}`;
  return isShadowed(graph, transition)
    ? 'an earlier candidate without a guard goes before it'
    : null;
}

/** Reason for which none of these edges takes a transition. */
export function refusalReason(
  id: string,
  label: string,
  guard: string | null,
  edges: Exploration['edges'],
): string {
  const asked = edges.flatMap(({ decisions }) =>
    decisions.filter((decision) => decision.transition === id && decision.guard === null),
  ).length;
  if (asked > 0) return `${guard} never holds then, asked ${asked} times`;
  return guard === null
    ? `no ${label} reaches it then`
    : `it is never its turn then: an earlier candidate or an inner state takes ${label}`;
}
