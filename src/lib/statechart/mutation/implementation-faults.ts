import { type AnyStateMachine, assign } from 'xstate';
import type { Fault } from './mutant.ts';

/** Faults in the bodies that a machine's names stand for, and in the values it begins with. */
export function implementationFaults(machine: AnyStateMachine, input: unknown): Fault[] {
  return [
    ...constantGuards(machine),
    ...droppedAssignments(machine),
    ...shiftedDelays(machine),
    ...otherContexts(machine, input),
  ];
}

/** Guards that hold whatever they are asked, or never; composites have their parts negated anyway. */
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

/** The fields that an action assigns, each with its value or what makes it; null of an effect. */
export function assignmentOf(action: unknown): Record<string, unknown> | null {
  const assignment = (action as { assignment?: unknown } | undefined)?.assignment;
  return typeof assignment === 'object' ? (assignment as Record<string, unknown>) : null;
}

/** Delays that end a millisecond later. */
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

/** Machines that begin with another number, or with the opposite, in one field of their context. */
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
