import { type AnyStateMachine, not } from 'xstate';
import { type DeclaredTransition, declaredTransitions, stateId } from '#machines/graph/graph.ts';
import { countLeaves, withLeaf } from './guard-parts.ts';
import { type Change, type Mutant, mutated, nodeOf, nodesOf, transitionOf } from './mutant.ts';

/** A fault to be made: of which kind, where, and how. */
interface Fault {
  operator: string;
  at: string;
  change: Change;
}

/** Every small fault of the known kinds in one machine, each by itself. */
export function mutantsOf(name: string, machine: AnyStateMachine): Mutant[] {
  const declared = nodesOf(machine).flatMap(declaredTransitions);
  const transitions = declared.filter(({ kind }) => kind !== 'initial');
  const faults = [
    ...transitions.flatMap((transition) => [
      dropped(transition),
      ...retargeted(machine, transition),
      ...guardFaults(machine, transition),
      ...actionsDropped(transition),
    ]),
    ...swappedCandidates(transitions),
    ...otherInitials(machine),
    ...stateFaults(machine),
  ];
  return faults.map(({ operator, at, change }) => ({
    id: `${name}: ${operator} ${at}`,
    operator,
    machine: mutated(machine, change),
  }));
}

function dropped({ id }: DeclaredTransition): Fault {
  return {
    operator: 'drop transition',
    at: id,
    change: (clone) => {
      const { definition, event } = transitionOf(clone, id);
      const candidates =
        event === 'always' ? definition.source.always : definition.source.transitions.get(event);
      candidates?.splice(candidates.indexOf(definition as never), 1);
    },
  };
}

function retargeted(machine: AnyStateMachine, { id, definition }: DeclaredTransition): Fault[] {
  const targets = (definition.target ?? []).map(stateId);
  return nodesOf(machine)
    .filter((node) => node.parent?.type !== 'parallel' && ['atomic', 'final'].includes(node.type))
    .map(stateId)
    .filter((state) => !targets.includes(state))
    .map((state) => ({
      operator: 'retarget',
      at: `${id} to ${state}`,
      change: (clone) => {
        transitionOf(clone, id).definition.target = [nodeOf(clone, state)];
      },
    }));
}

function guardFaults(machine: AnyStateMachine, { id, definition }: DeclaredTransition): Fault[] {
  const { guard } = definition;
  if (guard === undefined) return [];
  const change =
    (make: (guard: unknown, clone: AnyStateMachine) => unknown): Change =>
    (clone) => {
      const mutable = transitionOf(clone, id).definition;
      mutable.guard = make(mutable.guard, clone) as never;
    };
  const leaves = countLeaves(machine, guard);
  const parts = leaves === 1 ? [] : [...Array(leaves).keys()];
  return [
    { operator: 'negate guard', at: id, change: change((whole) => not(whole as never)) },
    { operator: 'drop guard', at: id, change: change(() => undefined) },
    ...parts.flatMap((index) => [
      {
        operator: 'negate part',
        at: `${index} of the guard of ${id}`,
        change: change((whole, clone) =>
          withLeaf(clone, whole, index, (leaf) => not(leaf as never)),
        ),
      },
      {
        operator: 'drop part',
        at: `${index} of the guard of ${id}`,
        change: change((whole, clone) => withLeaf(clone, whole, index, () => () => true)),
      },
    ]),
  ];
}

function actionsDropped({ id, definition }: DeclaredTransition): Fault[] {
  return definition.actions.map((action, index) => ({
    operator: 'drop action',
    at: `${actionName(action)} of ${id}`,
    change: (clone) => {
      const mutable = transitionOf(clone, id).definition;
      mutable.actions = mutable.actions.toSpliced(index, 1);
    },
  }));
}

function actionName(action: unknown): string {
  if (typeof action === 'string') return action;
  return (action as { type?: string }).type ?? 'an action';
}

function swappedCandidates(transitions: readonly DeclaredTransition[]): Fault[] {
  return transitions
    .filter(({ index }) => index > 0)
    .map(({ id, index }) => ({
      operator: 'swap candidates',
      at: `${index - 1} and ${index} of ${id}`,
      change: (clone) => {
        const { definition, event } = transitionOf(clone, id);
        const candidates = definition.source.transitions.get(event);
        const [before] = candidates?.splice(index - 1, 1) ?? [];
        if (before) candidates?.splice(index, 0, before);
      },
    }));
}

function otherInitials(machine: AnyStateMachine): Fault[] {
  return nodesOf(machine)
    .filter(({ type }) => type === 'compound')
    .flatMap((node) =>
      Object.keys(node.states)
        .filter((key) => key !== node.initial.target[0]?.key)
        .map((key) => ({
          operator: 'other initial',
          at: `${key} in ${stateId(node)}`,
          change: (clone: AnyStateMachine) => {
            const mutable = nodeOf(clone, stateId(node));
            const child = mutable.states[key];
            if (child) mutable.initial.target = [child];
          },
        })),
    );
}

/** Status codes swapped between two states, tags and entry actions left out. */
function stateFaults(machine: AnyStateMachine): Fault[] {
  const nodes = nodesOf(machine);
  const coded = nodes.filter(({ meta }) => typeof meta?.code === 'number').map(stateId);
  const swaps = coded.flatMap((one, index) =>
    coded.slice(index + 1).map((other) => ({
      operator: 'swap status code',
      at: `${one} and ${other}`,
      change: (clone: AnyStateMachine) => {
        const [first, second] = [nodeOf(clone, one), nodeOf(clone, other)];
        [first.meta, second.meta] = [
          { ...first.meta, code: second.meta.code },
          { ...second.meta, code: first.meta.code },
        ];
      },
    })),
  );
  const tags = nodes.flatMap((node) =>
    node.tags.map((tag) => ({
      operator: 'drop tag',
      at: `${tag} of ${stateId(node)}`,
      change: (clone: AnyStateMachine) => {
        const mutable = nodeOf(clone, stateId(node));
        mutable.tags = mutable.tags.filter((each) => each !== tag);
      },
    })),
  );
  const entries = nodes.flatMap((node) =>
    node.entry.map((action, index) => ({
      operator: 'drop entry action',
      at: `${actionName(action)} of ${stateId(node)}`,
      change: (clone: AnyStateMachine) => {
        const mutable = nodeOf(clone, stateId(node));
        mutable.entry = mutable.entry.toSpliced(index, 1);
      },
    })),
  );
  return [...swaps, ...tags, ...entries];
}
