import { type AnyStateMachine, type AnyStateNode, and, not, or } from 'xstate';
import {
  type DeclaredTransition,
  declaredTransitions,
  nodesBelow,
  stateId,
} from '../graph/graph.ts';

export interface Mutant {
  /** Example: `application: drop qualification.submitted:review.start:0`. */
  id: string;
  operator: string;
  machine: AnyStateMachine;
  source?: string;
}

type Change = (clone: AnyStateMachine) => void;

export interface Fault {
  operator: string;
  at: string;
  change: Change;
  source?: string;
}

export function mutated(machine: AnyStateMachine, change: Change): AnyStateMachine {
  const clone: AnyStateMachine = machine.provide({});
  change(clone);
  clone.provide = ((implementations: never) =>
    mutated(machine.provide(implementations), change)) as typeof clone.provide;
  return clone;
}

export function transitionOf(clone: AnyStateMachine, id: string): DeclaredTransition {
  const found = nodesOf(clone)
    .flatMap(declaredTransitions)
    .find((transition) => transition.id === id);
  if (!found) throw new Error(`${clone.id} has no transition ${id}`);
  return found;
}

export function nodeOf(clone: AnyStateMachine, id: string): AnyStateNode {
  const found = nodesOf(clone).find((node) => stateId(node) === id);
  if (!found) throw new Error(`${clone.id} has no state ${id}`);
  return found;
}

export function nodesOf(clone: AnyStateMachine): AnyStateNode[] {
  return [...nodesBelow(clone.root)];
}

export function actionName(action: unknown): string {
  if (typeof action === 'string') return action;
  return (action as { type?: string }).type ?? 'an action';
}

/** Guard in XState's definition: a name, `{ type, params }`, a function or a composite. */
export type Guard = unknown;

interface Composite {
  name: string;
  guards: Guard[];
}

export function countLeaves(machine: AnyStateMachine, guard: Guard): number {
  const composite = compositeOf(machine, guard);
  if (!composite) return 1;
  return composite.guards.reduce((sum: number, part) => sum + countLeaves(machine, part), 0);
}

export function withLeaf(
  machine: AnyStateMachine,
  guard: Guard,
  index: number,
  replace: (leaf: Guard) => Guard,
): Guard {
  const composite = compositeOf(machine, guard);
  if (!composite) return index === 0 ? replace(guard) : guard;
  let rest = index;
  const parts = composite.guards.map((part) => {
    const count = countLeaves(machine, part);
    const isIn = rest >= 0 && rest < count;
    const changed = isIn ? withLeaf(machine, part, rest, replace) : part;
    rest -= count;
    return changed;
  });
  if (composite.name === 'not') return not(parts[0] as never);
  return composite.name === 'or' ? or(parts as never) : and(parts as never);
}

function compositeOf(machine: AnyStateMachine, guard: Guard): Composite | null {
  const named =
    typeof guard === 'function'
      ? guard
      : machine.implementations.guards[
          typeof guard === 'string' ? guard : (guard as { type: string }).type
        ];
  return typeof named === 'function' && 'guards' in named ? (named as unknown as Composite) : null;
}
