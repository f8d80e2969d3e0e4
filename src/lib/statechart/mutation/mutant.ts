import type { AnyStateMachine, AnyStateNode } from 'xstate';
import {
  type DeclaredTransition,
  declaredTransitions,
  nodesBelow,
  stateId,
} from '../graph/declared-transitions.ts';

/** One small fault in a machine. */
export interface Mutant {
  /** `application: drop qualification.submitted:review.start:0`; stable while the machine is. */
  id: string;
  operator: string;
  machine: AnyStateMachine;
}

/** Change that a fault makes to a fresh clone of the machine. */
export type Change = (clone: AnyStateMachine) => void;

/** A fault to be made: of which kind, where, and how. */
export interface Fault {
  operator: string;
  at: string;
  change: Change;
}

/** A clone with the fault, which further clones of it keep. The machine itself stays as it is. */
export function mutated(machine: AnyStateMachine, change: Change): AnyStateMachine {
  const clone: AnyStateMachine = machine.provide({});
  change(clone);
  clone.provide = ((implementations: never) =>
    mutated(machine.provide(implementations), change)) as typeof clone.provide;
  return clone;
}

/** @throws when the clone has no such transition */
export function transitionOf(clone: AnyStateMachine, id: string): DeclaredTransition {
  const found = nodesOf(clone)
    .flatMap(declaredTransitions)
    .find((transition) => transition.id === id);
  if (!found) throw new Error(`${clone.id} has no transition ${id}`);
  return found;
}

/** @throws when the clone has no such state */
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
