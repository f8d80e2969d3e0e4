import { type AnyStateMachine, and } from 'xstate';
import { declaredTransitions, nodesBelow } from '../graph/declared-transitions.ts';

/** Result of evaluating one guard of a transition, or one of its leaves (null: the whole). */
export interface Decision {
  transition: string;
  guard: string | null;
  held: boolean;
}

/** Observer of the evaluation of guards and of their results. */
export interface GuardObserver {
  /** Evaluation of a transition’s whole guard begins. */
  begin(transition: string): void;
  /** One of its leaves is decided. */
  decide(decision: Decision): void;
  /** The whole guard begun last holds. */
  hold(): void;
}

type Leaf = (args: never, params: never) => boolean;

/** Clones a machine so that every guard of a transition reports its evaluation and its result. */
export function observeGuards(machine: AnyStateMachine, watcher: GuardObserver): AnyStateMachine {
  let current = '';
  const leaves = Object.entries(machine.implementations.guards).filter(
    ([, guard]) => typeof guard === 'function' && !('check' in guard),
  );
  const clone = machine.provide({
    guards: Object.fromEntries(
      leaves.map(([name, guard]) => [
        name,
        (args: never, params: never) => {
          const held = (guard as Leaf)(args, params);
          watcher.decide({ transition: current, guard: name, held });
          return held;
        },
      ]),
    ),
  });
  for (const { definition, id } of [...nodesBelow(clone.root)].flatMap(declaredTransitions)) {
    const { guard } = definition;
    if (guard === undefined) continue;
    const before = () => {
      current = id;
      watcher.begin(id);
      return true;
    };
    const after = () => {
      watcher.hold();
      return true;
    };
    definition.guard = and([before, guard as never, after]) as never;
  }
  return clone;
}
