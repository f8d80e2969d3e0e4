import type { AnyStateNode, AnyTransitionDefinition } from 'xstate';

/**
 * `event`: sent from outside. `always`: taken at once. `after`: by the clock. `done`, `error`,
 * `snapshot`: from an invoked actor. `stateDone`: a child state became final. `initial`: the
 * default entry of a compound state.
 */
export type TransitionKind =
  | 'event'
  | 'always'
  | 'after'
  | 'done'
  | 'error'
  | 'snapshot'
  | 'stateDone'
  | 'initial';

/** The id that the graph gives a node. */
export function stateId(node: AnyStateNode): string {
  return node.parent ? node.path.join('.') : `#${node.id}`;
}

/** A transition of XState's own definition, with the id that the graph gives it. */
export interface DeclaredTransition {
  id: string;
  event: string;
  index: number;
  kind: TransitionKind;
  definition: AnyTransitionDefinition;
}

/** The transitions one node declares: its initial one, then `on` with its kin, then `always`. */
export function declaredTransitions(node: AnyStateNode): DeclaredTransition[] {
  const groups: [string, TransitionKind, AnyTransitionDefinition[]][] = [
    ...(node.type === 'compound'
      ? [['initial', 'initial', [node.initial]] as [string, TransitionKind, never]]
      : []),
    ...[...node.transitions].map(
      ([event, candidates]) =>
        [event, kindOf(event), candidates] as [string, TransitionKind, AnyTransitionDefinition[]],
    ),
    ['always', 'always', node.always ?? []],
  ];
  return groups.flatMap(([event, kind, candidates]) =>
    candidates.map((definition, index) => ({
      id: `${stateId(node)}:${shortEvent(node, event)}:${index}`,
      event,
      index,
      kind,
      definition,
    })),
  );
}

/** An `after` names its own state again in its event, which the id need not repeat. */
function shortEvent(node: AnyStateNode, event: string): string {
  if (event === `xstate.done.state.${node.id}`) return 'done';
  return event.startsWith('xstate.after.')
    ? event.slice('xstate.'.length, -node.id.length - 1)
    : event.replace(/^xstate\.(done|error)\.actor\./, '$1.');
}

/** A node and all below it, in document order. */
export function* nodesBelow(node: AnyStateNode): Generator<AnyStateNode> {
  yield node;
  for (const child of Object.values(node.states)) yield* nodesBelow(child as AnyStateNode);
}

function kindOf(event: string): TransitionKind {
  if (event.startsWith('xstate.after.')) return 'after';
  if (event.startsWith('xstate.done.state.')) return 'stateDone';
  if (event.startsWith('xstate.done.actor.')) return 'done';
  if (event.startsWith('xstate.error.actor.')) return 'error';
  if (event.startsWith('xstate.snapshot.')) return 'snapshot';
  return 'event';
}
