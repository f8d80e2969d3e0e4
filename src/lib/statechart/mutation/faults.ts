import { type AnyStateMachine, type AnyStateNode, assign } from 'xstate';
import { stateId } from '../graph/graph.ts';
import { actionName, type Fault, nodeOf, nodesOf } from './mutant.ts';

export function implementationFaults(machine: AnyStateMachine, input: unknown): Fault[] {
  return [
    ...constantGuards(machine),
    ...droppedAssignments(machine),
    ...shiftedDelays(machine),
    ...otherContexts(machine, input),
  ];
}

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

export function assignmentOf(action: unknown): Record<string, unknown> | null {
  const assignment = (action as { assignment?: unknown } | undefined)?.assignment;
  return typeof assignment === 'object' ? (assignment as Record<string, unknown>) : null;
}

function shiftedDelays(machine: AnyStateMachine): Fault[] {
  return Object.entries(machine.implementations.delays).map(([name, delay]) => ({
    operator: 'later delay',
    at: name,
    change: (clone) => {
      const later =
        typeof delay === 'function'
          ? (...args: never[]) => (delay as (...args: never[]) => number)(...args) + 1
          : Number(delay) + 1;
      clone.implementations.delays[name] = later as never;
    },
  }));
}

function otherContexts(machine: AnyStateMachine, input: unknown): Fault[] {
  const { context } = machine.getInitialSnapshot({} as never, input as never) as {
    context: Record<string, unknown>;
  };
  return Object.entries(context).flatMap(([field, value]) => {
    const other = otherValue(value);
    if (other === undefined) return [];
    const change = (clone: AnyStateMachine) => {
      const { context } = clone.config;
      const changed = (args: never) => ({
        ...(typeof context === 'function' ? (context as (args: never) => object)(args) : context),
        [field]: other,
      });
      clone.config = { ...clone.config, context: changed as never };
    };
    return [{ operator: 'other context', at: field, change }];
  });
}

function otherValue(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  return typeof value === 'boolean' ? !value : undefined;
}

function fault(
  operator: string,
  at: string,
  node: AnyStateNode,
  change: (node: AnyStateNode) => void,
): Fault {
  return { operator, at, change: (clone) => change(nodeOf(clone, stateId(node))) };
}

export function otherInitials(machine: AnyStateMachine): Fault[] {
  return nodesOf(machine)
    .filter(({ type }) => type === 'compound')
    .flatMap((node) =>
      Object.keys(node.states)
        .filter((key) => key !== node.initial.target[0]?.key)
        .map((key) =>
          fault('other initial', `${key} in ${stateId(node)}`, node, (changed) => {
            const child = changed.states[key];
            if (child) changed.initial.target = [child];
          }),
        ),
    );
}

export function stateFaults(machine: AnyStateMachine): Fault[] {
  const nodes = nodesOf(machine);
  const coded = nodes.filter((node) => typeof node.meta?.code === 'number');
  const swaps = coded.flatMap((a, index) =>
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
  const codeless = coded.map((node) =>
    fault('drop status code', stateId(node), node, (changed) => {
      changed.meta = { ...changed.meta, code: undefined };
    }),
  );
  const tags = nodes.flatMap((node) =>
    node.tags.map((tag) =>
      fault('drop tag', `${tag} of ${stateId(node)}`, node, (changed) => {
        changed.tags = changed.tags.filter((each) => each !== tag);
      }),
    ),
  );
  const entries = nodes.flatMap((node) =>
    node.entry.map((action, index) =>
      fault('drop entry action', `${actionName(action)} of ${stateId(node)}`, node, (changed) => {
        changed.entry = changed.entry.toSpliced(index, 1);
      }),
    ),
  );
  return [...swaps, ...codeless, ...tags, ...entries];
}
