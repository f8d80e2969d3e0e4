import { type AnyStateMachine, and } from 'xstate';
import { declaredTransitions, nodesBelow } from '../graph/declared-transitions.ts';

/** One guard that was asked: of which transition, which leaf (null: the whole), what it said. */
export interface Decision {
  transition: string;
  guard: string | null;
  held: boolean;
}

/** Observer of the evaluation of guards and of their results. */
export interface GuardObserver {
  /** The guard of this transition is asked as a whole. */
  ask(transition: string): void;
  /** One of its leaves answered. */
  tell(decision: Decision): void;
  /** The whole that was asked last holds. */
  hold(): void;
}

type Leaf = (args: never, params: never) => boolean;

/** A clone in which every guard of a transition tells when it is asked and what it says. */
export function observeGuards(machine: AnyStateMachine, watcher: GuardObserver): AnyStateMachine {
  let asked = '';
  const leaves = Object.entries(machine.implementations.guards).filter(
    ([, guard]) => typeof guard === 'function' && !('check' in guard),
  );
  const clone = machine.provide({
    guards: Object.fromEntries(
      leaves.map(([name, guard]) => [
        name,
        (args: never, params: never) => {
          const held = (guard as Leaf)(args, params);
          watcher.tell({ transition: asked, guard: name, held });
          return held;
        },
      ]),
    ),
  });
  for (const { definition, id } of [...nodesBelow(clone.root)].flatMap(declaredTransitions)) {
    const { guard } = definition;
    if (guard === undefined) continue;
    const before = () => {
      asked = id;
      watcher.ask(id);
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
