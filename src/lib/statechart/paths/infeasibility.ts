import { guardText } from '../graph/guard.ts';
import type { Exploration } from './explore.ts';
import { activeStates } from './state-value.ts';

/** Reason for which exploration never took a declared transition, as far as it is known. */
export function infeasibilityReason(found: Exploration, id: string): string {
  const transition = found.graph.transitions.find((each) => each.id === id);
  if (!transition) return 'the machine does not declare it';
  const { source, guard, label } = transition;
  const isEntered =
    source.startsWith('#') ||
    found.configurations.some(({ snapshot }) => activeStates(snapshot.value).includes(source));
  if (!isEntered) return `${source} is never entered and left again by another event`;
  return refusalReason(id, label, guard ? guardText(guard) : null, found.edges);
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
