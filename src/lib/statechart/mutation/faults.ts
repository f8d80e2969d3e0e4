import { type AnyStateMachine, type AnyTransitionDefinition, assign, not } from 'xstate';
import {
  type DeclaredTransition,
  declaredTransitions,
  isDefaultEntry,
  stateId,
} from '../graph/graph.ts';
import {
  actionName,
  countLeaves,
  type Fault,
  type Guard,
  nodeOf,
  nodesOf,
  transitionOf,
  withLeaf,
} from './mutant.ts';

/** Returns every possible fault of a machine. */
export function faultsOf(machine: AnyStateMachine): Fault[] {
  const transitions = nodesOf(machine)
    .flatMap(declaredTransitions)
    .filter(({ kind }) => !isDefaultEntry(kind));
  return [
    ...transitions.flatMap((transition) => [
      dropped(transition),
      ...retargeted(machine, transition),
      ...guardFaults(machine, transition),
      ...actionsDropped(transition),
      ...actionsSwapped(machine, transition),
      ...parametersDropped(transition),
    ]),
    ...swappedCodes(machine),
    ...droppedTags(machine),
    ...droppedAssignments(machine),
  ];
}

function fault(
  operator: string,
  at: string,
  { id, definition: { source } }: DeclaredTransition,
  change: (definition: AnyTransitionDefinition, clone: AnyStateMachine) => void,
): Fault {
  return {
    operator,
    at,
    change: (clone) => change(transitionOf(clone, id).definition, clone),
    source: stateId(source),
  };
}

function dropped(transition: DeclaredTransition): Fault {
  return fault('drop transition', transition.id, transition, (definition) => {
    const candidates = candidatesFor(transition, definition);
    candidates?.splice(candidates.indexOf(definition as never), 1);
  });
}

function candidatesFor({ event, kind }: DeclaredTransition, { source }: AnyTransitionDefinition) {
  return kind === 'always' ? source.always : source.transitions.get(event);
}

function retargeted(machine: AnyStateMachine, transition: DeclaredTransition): Fault[] {
  const { id, definition } = transition;
  // A transition without target stays in its source, so the source is not another target.
  const { source, target = definition.reenter ? [] : [source] } = definition;
  const targets = target.map(stateId);
  return nodesOf(machine)
    .filter((node) => node.parent?.type !== 'parallel' && ['atomic', 'final'].includes(node.type))
    .map(stateId)
    .filter((state) => !targets.includes(state))
    .map((state) =>
      fault('retarget', `${id} to ${state}`, transition, (changed, clone) => {
        changed.target = [nodeOf(clone, state)];
      }),
    );
}

function guardFaults(machine: AnyStateMachine, transition: DeclaredTransition): Fault[] {
  const { id, definition } = transition;
  if (definition.guard === undefined) return [];
  const change = (operator: string, index: number, replace: (leaf: Guard) => Guard) =>
    fault(operator, `${index} of the guard of ${id}`, transition, (changed, clone) => {
      changed.guard = withLeaf(clone, changed.guard, index, replace) as never;
    });
  return [...Array(countLeaves(machine, definition.guard)).keys()].flatMap((index) => [
    change('negate part', index, (leaf) => not(leaf as never)),
    change('drop part', index, () => () => true),
  ]);
}

function actionsDropped(transition: DeclaredTransition): Fault[] {
  return transition.definition.actions.map((action, index) =>
    fault('drop action', `${actionName(action)} of ${transition.id}`, transition, (changed) => {
      changed.actions = changed.actions.toSpliced(index, 1);
    }),
  );
}

function actionsSwapped(machine: AnyStateMachine, transition: DeclaredTransition): Fault[] {
  const pairs = transition.definition.actions.flatMap((second, index, actions) =>
    actions.slice(0, index).map((first, at) => ({ first, at, second, index })),
  );
  return pairs
    .filter(({ first, second }) => isOrderSeen(machine, first, second))
    .map(({ first, at, second, index }) => {
      const names = `${actionName(first)} and ${actionName(second)}`;
      return fault('swap actions', `${names} of ${transition.id}`, transition, (changed) => {
        changed.actions = changed.actions.with(at, second).with(index, first);
      });
    });
}

function isOrderSeen(machine: AnyStateMachine, first: unknown, second: unknown): boolean {
  const [before, after] = [first, second].map((action) =>
    assignmentOf(machine.implementations.actions[actionName(action)]),
  );
  if (!before && !after) return true;
  return Object.keys(before ?? {}).some((field) => field in (after ?? {}));
}

function parametersDropped(transition: DeclaredTransition): Fault[] {
  const { id, definition } = transition;
  const { actions, guard } = definition;
  const ofActions = actions.map((action, index) => ({
    named: action as unknown,
    at: `${actionName(action)} of ${id}`,
    drop: (changed: AnyTransitionDefinition) => {
      changed.actions = changed.actions.with(index, withoutParams(action));
    },
  }));
  const ofGuard = {
    named: guard as unknown,
    at: `the guard of ${id}`,
    drop: (changed: AnyTransitionDefinition) => {
      changed.guard = withoutParams(guard);
    },
  };
  return [...ofActions, ofGuard]
    .filter(({ named }) => typeof named === 'object' && named !== null && 'params' in named)
    .map(({ at, drop }) => fault('drop parameters', at, transition, drop));
}

const withoutParams = (named: unknown) => ({ ...(named as object), params: {} }) as never;

function swappedCodes(machine: AnyStateMachine): Fault[] {
  const coded = nodesOf(machine).filter((node) => typeof node.meta?.code === 'number');
  return coded.flatMap((a, index) =>
    coded
      .slice(index + 1)
      .filter((b) => b.meta.code !== a.meta.code)
      .map((b) => ({
        operator: 'swap status code',
        at: `${stateId(a)} and ${stateId(b)}`,
        change: (clone: AnyStateMachine) => {
          const [first, second] = [nodeOf(clone, stateId(a)), nodeOf(clone, stateId(b))];
          first.meta = { ...first.meta, code: b.meta.code };
          second.meta = { ...second.meta, code: a.meta.code };
        },
      })),
  );
}

function droppedTags(machine: AnyStateMachine): Fault[] {
  return nodesOf(machine).flatMap((node) =>
    node.tags.map((tag) => ({
      operator: 'drop tag',
      at: `${tag} of ${stateId(node)}`,
      change: (clone: AnyStateMachine) => {
        const changed = nodeOf(clone, stateId(node));
        changed.tags = changed.tags.filter((each) => each !== tag);
      },
    })),
  );
}

function droppedAssignments(machine: AnyStateMachine): Fault[] {
  return Object.entries(machine.implementations.actions).flatMap(([name, action]) => {
    const assignment = assignmentOf(action);
    return Object.keys(assignment ?? {}).map((field) => ({
      operator: 'drop assignment',
      at: `${field} in ${name}`,
      change: (clone: AnyStateMachine) => {
        const { [field]: _, ...rest } = assignment ?? {};
        clone.implementations.actions[name] = assign(rest) as never;
      },
    }));
  });
}

function assignmentOf(action: unknown): Record<string, unknown> | null {
  const assignment = (action as { assignment?: unknown } | undefined)?.assignment;
  return typeof assignment === 'object' ? (assignment as Record<string, unknown>) : null;
}
