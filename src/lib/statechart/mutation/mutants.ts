import { type AnyStateMachine, not } from 'xstate';
import { type DeclaredTransition, declaredTransitions, stateId } from '../graph/graph.ts';
import { behaviourText } from '../paths/behaviour.ts';
import { explore } from '../paths/explore.ts';
import type { Scenario } from '../paths/scenario.ts';
import { assignmentOf, implementationFaults, otherInitials, stateFaults } from './faults.ts';
import {
  actionName,
  type Change,
  countLeaves,
  type Fault,
  type Mutant,
  mutated,
  nodeOf,
  nodesOf,
  transitionOf,
  withLeaf,
} from './mutant.ts';

/**
 * Creates a mutant for every possible fault of the known kinds.
 * @param input of a start, from which the initial context is computed
 */
export function mutantsOf(name: string, machine: AnyStateMachine, input?: unknown): Mutant[] {
  const declared = nodesOf(machine).flatMap(declaredTransitions);
  const transitions = declared.filter(({ kind }) => kind !== 'initial');
  const faults = [
    ...transitions.flatMap((transition) => [
      dropped(transition),
      ...retargeted(machine, transition),
      ...guardFaults(machine, transition),
      ...actionsDropped(transition),
      ...actionsSwapped(machine, transition),
      ...parametersDropped(transition),
    ]),
    ...swappedCandidates(transitions),
    ...otherInitials(machine),
    ...stateFaults(machine),
    ...implementationFaults(machine, input),
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
      const transition = transitionOf(clone, id);
      const candidates = candidatesWith(transition);
      candidates?.splice(candidates.indexOf(transition.definition as never), 1);
    },
  };
}

function candidatesWith({ definition, event }: DeclaredTransition) {
  const { always, transitions } = definition.source;
  return event === 'always' ? always : transitions.get(event);
}

function retargeted(machine: AnyStateMachine, { id, definition }: DeclaredTransition): Fault[] {
  // An external self-transition differs from staying in the state.
  const { source, target = definition.reenter ? [] : [source] } = definition;
  const targets = target.map(stateId);
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

/** Swapped actions, where the order matters: two effects, or two assignments of one field. */
function actionsSwapped(machine: AnyStateMachine, transition: DeclaredTransition): Fault[] {
  const { id, definition } = transition;
  const pairs = definition.actions.flatMap((second, index) =>
    definition.actions.slice(0, index).map((first, at) => ({ first, at, second, index })),
  );
  return pairs
    .filter(({ first, second }) => isOrderSeen(machine, first, second))
    .map(({ first, at, second, index }) => ({
      operator: 'swap actions',
      at: `${actionName(first)} and ${actionName(second)} of ${id}`,
      change: (clone) => {
        const mutable = transitionOf(clone, id).definition;
        mutable.actions = mutable.actions.with(at, second).with(index, first);
      },
    }));
}

function isOrderSeen(machine: AnyStateMachine, first: unknown, second: unknown): boolean {
  const [before, after] = [first, second].map((action) =>
    assignmentOf(machine.implementations.actions[actionName(action)]),
  );
  if (!before && !after) return true;
  return Object.keys(before ?? {}).some((field) => field in (after ?? {}));
}

function parametersDropped({ id, definition }: DeclaredTransition): Fault[] {
  const withoutParams = (named: unknown) =>
    ({ ...(named as object), params: {} }) as { type: string; params: object };
  const actions = definition.actions.flatMap((action, index): Fault[] =>
    hasParams(action)
      ? [
          {
            operator: 'drop parameters',
            at: `${actionName(action)} of ${id}`,
            change: (clone) => {
              const mutable = transitionOf(clone, id).definition;
              mutable.actions = mutable.actions.with(index, withoutParams(action) as never);
            },
          },
        ]
      : [],
  );
  const { guard } = definition;
  return hasParams(guard)
    ? [
        ...actions,
        {
          operator: 'drop parameters',
          at: `the guard of ${id}`,
          change: (clone) => {
            transitionOf(clone, id).definition.guard = withoutParams(guard) as never;
          },
        },
      ]
    : actions;
}

const hasParams = (named: unknown) =>
  typeof named === 'object' && named !== null && 'params' in named;

function swappedCandidates(transitions: readonly DeclaredTransition[]): Fault[] {
  return transitions
    .filter(({ index }) => index > 0)
    .map(({ id, index }) => ({
      operator: 'swap candidates',
      at: `${index - 1} and ${index} of ${id}`,
      change: (clone) => {
        const candidates = candidatesWith(transitionOf(clone, id));
        const [before] = candidates?.splice(index - 1, 1) ?? [];
        if (before) candidates?.splice(index, 0, before);
      },
    }));
}

/** Maximum number of explored configurations. Mutants that grow without end differ long before. */
const MAX_CONFIGURATIONS = 3_000;
/** Most mutants already differ within these few configurations. */
const FIRST_CONFIGURATIONS = [4, 24];

/**
 * Returns the mutants with the approved behaviour, which no check of the behaviour can detect
 * (including equivalent mutants; DeMillo, Lipton and Sayward, «Hints on test data selection»,
 * 1978).
 * @param approved the machine's own `behaviourText`
 * @throws when the machine itself does not behave as approved
 */
export function survivors(
  scenario: Scenario,
  mutants: readonly Mutant[],
  approved: string,
): Mutant[] {
  const { machine } = scenario;
  if (behaviourOf(scenario, machine) !== approved)
    throw new Error(`${machine.id} itself does not do what was approved`);
  return FIRST_CONFIGURATIONS.reduce(
    (left, most) => alike(scenario, left, behaviourOf(scenario, machine, most), most),
    mutants,
  ).filter((mutant) => behaviourOf(scenario, mutant.machine) === approved);
}

function alike(scenario: Scenario, mutants: readonly Mutant[], behaviour: string, most: number) {
  return mutants.filter((mutant) => behaviourOf(scenario, mutant.machine, most) === behaviour);
}

/** A mutant that cannot be explored has its error as behaviour, and so is detected. */
function behaviourOf(
  scenario: Scenario,
  machine: Scenario['machine'],
  most = MAX_CONFIGURATIONS,
): string {
  try {
    return behaviourText(explore({ ...scenario, machine }, most));
  } catch (error) {
    return String(error);
  }
}
