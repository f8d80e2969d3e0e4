import { type AnyStateMachine, assign } from 'xstate';
import { stateId } from '../graph/graph.ts';
import { actionName, type Fault, nodeOf, nodesOf } from './mutant.ts';

/** Faults in the implementations of guards, actions and delays, and in the initial context. */
export function implementationFaults(machine: AnyStateMachine, input: unknown): Fault[] {
  return [
    ...constantGuards(machine),
    ...droppedAssignments(machine),
    ...shiftedDelays(machine),
    ...otherContexts(machine, input),
  ];
}

/**
 * Guards that are always true or always false. Composites are left out, because their parts are
 * negated.
 */
function constantGuards(machine: AnyStateMachine): Fault[] {
  return Object.entries(machine.implementations.guards)
    .filter(([, guard]) => typeof guard === 'function' && !('check' in guard))
    .flatMap(([name]) =>
      [true, false].map((held) => ({
        operator: `guard ${held ? 'always' : 'never'} holds`,
        at: name,
        change: (clone: AnyStateMachine) => {
          clone.implementations.guards[name] = () => held;
        },
      })),
    );
}

/** Assignments of several fields, each without one of them. */
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

/** The fields that an action assigns; null for an effect. */
export function assignmentOf(action: unknown): Record<string, unknown> | null {
  const assignment = (action as { assignment?: unknown } | undefined)?.assignment;
  return typeof assignment === 'object' ? (assignment as Record<string, unknown>) : null;
}

/** Delays that are a millisecond longer. */
function shiftedDelays(machine: AnyStateMachine): Fault[] {
  return Object.entries(machine.implementations.delays).map(([name, delay]) => ({
    operator: 'later delay',
    at: name,
    change: (clone: AnyStateMachine) => {
      clone.implementations.delays[name] = (
        typeof delay === 'function'
          ? (args: never, params: never) =>
              (delay as (...given: never[]) => number)(args, params) + 1
          : Number(delay) + 1
      ) as never;
    },
  }));
}

/** Initial contexts with one number incremented or one boolean negated. */
function otherContexts(machine: AnyStateMachine, input: unknown): Fault[] {
  const { context } = machine.getInitialSnapshot({} as never, input as never) as {
    context: Record<string, unknown>;
  };
  return Object.entries(context).flatMap(([field, value]) => {
    const other = otherValue(value);
    return other === undefined
      ? []
      : [{ operator: 'other context', at: field, change: withContext(field, other) }];
  });
}

function otherValue(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  return typeof value === 'boolean' ? !value : undefined;
}

function withContext(field: string, value: unknown) {
  return (clone: AnyStateMachine) => {
    const { context } = clone.config;
    const begun = (args: never) => ({
      ...(typeof context === 'function' ? (context as (given: never) => object)(args) : context),
      [field]: value,
    });
    clone.config = { ...clone.config, context: begun as never };
  };
}

/** Compound states with another initial child. */
export function otherInitials(machine: AnyStateMachine): Fault[] {
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

/** Swapped or missing status codes, missing tags and entry actions. */
export function stateFaults(machine: AnyStateMachine): Fault[] {
  const nodes = nodesOf(machine);
  const codes = new Map(nodes.map((node) => [stateId(node), node.meta?.code]));
  const coded = [...codes.keys()].filter((id) => typeof codes.get(id) === 'number');
  // Swapping equal codes changes nothing.
  const others = (one: string) => (other: string) => codes.get(one) !== codes.get(other);
  const swaps = coded.flatMap((one, index) =>
    coded
      .slice(index + 1)
      .filter(others(one))
      .map((other) => ({
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
  const codeless = coded.map((id) => ({
    operator: 'drop status code',
    at: id,
    change: (clone: AnyStateMachine) => {
      const mutable = nodeOf(clone, id);
      mutable.meta = { ...mutable.meta, code: undefined };
    },
  }));
  return [...swaps, ...codeless, ...tags, ...entries];
}
