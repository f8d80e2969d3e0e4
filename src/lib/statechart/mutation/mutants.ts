import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type AnyTransitionDefinition,
  not,
} from 'xstate';
import {
  type DeclaredTransition,
  declaredTransitions,
  isDefaultEntry,
  stateId,
} from '../graph/graph.ts';
import { behaviourText, changesText } from '../paths/behaviour.ts';
import { type Edge, type Exploration, explore, recordOf } from '../paths/explore.ts';
import { Recorder } from '../paths/recorder.ts';
import type { Scenario } from '../paths/scenario.ts';
import { canonicalJson } from '../paths/state-value.ts';
import { abstractionKey, successors } from '../paths/timed-snapshot.ts';
import { assignmentOf, implementationFaults, otherInitials, stateFaults } from './faults.ts';
import {
  actionName,
  countLeaves,
  type Fault,
  type Mutant,
  mutated,
  nodeOf,
  nodesOf,
  transitionOf,
  withLeaf,
} from './mutant.ts';

/** Creates a mutant for every possible fault. `input`: input of a start, for its context. */
export function mutantsOf(name: string, machine: AnyStateMachine, input?: unknown): Mutant[] {
  const declared = nodesOf(machine).flatMap(declaredTransitions);
  const transitions = declared.filter(({ kind }) => !isDefaultEntry(kind));
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
  return faults.map(({ operator, at, change, ...source }) => ({
    id: `${name}: ${operator} ${at}`,
    operator,
    machine: mutated(machine, change),
    ...source,
  }));
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
  const { guard } = definition;
  if (guard === undefined) return [];
  const change = (
    operator: string,
    at: string,
    make: (guard: unknown, clone: AnyStateMachine) => unknown,
  ) =>
    fault(operator, at, transition, (changed, clone) => {
      changed.guard = make(changed.guard, clone) as never;
    });
  const leaves = countLeaves(machine, guard);
  const parts = leaves === 1 ? [] : [...Array(leaves).keys()];
  return [
    change('negate guard', id, (guard) => not(guard as never)),
    change('drop guard', id, () => undefined),
    ...parts.flatMap((index) => {
      const at = `${index} of the guard of ${id}`;
      return [
        change('negate part', at, (guard, clone) =>
          withLeaf(clone, guard, index, (leaf) => not(leaf as never)),
        ),
        change('drop part', at, (guard, clone) => withLeaf(clone, guard, index, () => () => true)),
      ];
    }),
  ];
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

function swappedCandidates(transitions: readonly DeclaredTransition[]): Fault[] {
  return transitions
    .filter(({ index }) => index > 0)
    .map((transition) => {
      const { id, index } = transition;
      return fault(
        'swap candidates',
        `${index - 1} and ${index} of ${id}`,
        transition,
        (changed) => {
          const candidates = candidatesFor(transition, changed);
          const [before] = candidates?.splice(index - 1, 1) ?? [];
          if (before) candidates?.splice(index, 0, before);
        },
      );
    });
}
export const MAX_CONFIGURATIONS = 3_000;
/** Number of configurations to explore first, because many mutants differ within these few. */
const FIRST_CONFIGURATIONS = 24;

/**
 * Returns the mutants that behave as approved. No check of the behaviour can detect them; some
 * are equivalent mutants (DeMillo, Lipton and Sayward, «Hints on test data selection», 1978).
 * @param approved `behaviourText` of the unmodified machine within {@link MAX_CONFIGURATIONS}
 * @throws if the unmodified machine does not behave as approved
 */
export function survivors(
  scenario: Scenario,
  mutants: readonly Mutant[],
  approved: string,
): Mutant[] {
  const { machine } = scenario;
  const exploration = explore(scenario, MAX_CONFIGURATIONS);
  if (behaviourText(exploration) !== approved)
    throw new Error(`${machine.id} does not behave as approved, even without a fault`);
  const beginning = behaviourOf(scenario, machine, FIRST_CONFIGURATIONS);
  return mutants.filter(
    (mutant) =>
      !differsNearby(exploration, mutant) &&
      behaviourOf(scenario, mutant.machine, FIRST_CONFIGURATIONS) === beginning &&
      behaviourOf(scenario, mutant.machine) === approved,
  );
}

function differsNearby(
  { scenario, configurations, outgoing, expanded }: Exploration,
  mutant: Mutant,
): boolean {
  const { machine, source } = mutant;
  if (source === undefined) return false;
  const recorder = new Recorder(machine, scenario.starts[0]?.input);
  const node = ({ id }: AnyStateNode) => recorder.machine.getStateNodeById(id);
  return configurations
    .slice(0, expanded)
    .filter(({ snapshot }) => snapshot._nodes.some((active) => stateId(active) === source))
    .some(({ index, snapshot, now, timers }) => {
      const historyValue = Object.entries(snapshot.historyValue).map(
        ([history, nodes]) => [history, nodes.map(node)] as const,
      );
      const mutated = {
        ...snapshot,
        machine: recorder.machine,
        _nodes: snapshot._nodes.map(node),
        historyValue: Object.fromEntries(historyValue),
      } as AnyMachineSnapshot;
      const own = (outgoing[index] ?? []).map((edge) => stepText(scenario, snapshot, edge));
      try {
        const steps = [...successors(recorder, scenario, { snapshot: mutated, now, timers })];
        const changed = steps.map(({ sent, macrostep, result }) =>
          stepText(scenario, snapshot, { ...sent, ...recordOf(macrostep), result }),
        );
        return canonicalJson(changed) !== canonicalJson(own);
      } catch {
        return true;
      }
    });
}

function stepText(
  scenario: Scenario,
  { context }: AnyMachineSnapshot,
  step: Omit<Edge, 'index' | 'from' | 'to'>,
): string {
  const { name, kind, transitions, result } = step;
  if (transitions.length === 0 && kind === 'event') return name;
  return `${name} ${abstractionKey(scenario, result)} ${changesText(context, step)}`;
}

/** Uses the error as behaviour if a mutant cannot be explored. Such a mutant counts as detected. */
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
