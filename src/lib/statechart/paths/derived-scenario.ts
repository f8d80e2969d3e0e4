import type { AnyMachineSnapshot, AnyStateMachine } from 'xstate';
import {
  declaredTransitions,
  type GraphTransition,
  graphActions,
  type MachineGraph,
  machineGraph,
  nodesBelow,
  stateId,
} from '../graph/graph.ts';
import { walkableTransitions } from '../graph/graph-queries.ts';
import { infeasibilityReason } from './criteria.ts';
import type { Exploration } from './explore.ts';
import type { Outcome, Scenario } from './scenario.ts';
import { canonicalJson, stateText } from './state-value.ts';

export interface DerivedScenario {
  scenario: Scenario;
  /** Includes untaken transitions and a limit that was reached only if `exploration` is given. */
  unexplored(exploration?: Exploration): Unexplored[];
}

const MAX_DISTINCT_VALUES = 50;

/**
 * Derives a scenario: one start with an empty input, every declared event without payload in every
 * state, and every possible result of an invoked actor, with an empty output. The abstraction is
 * the whole context. Records where the machine reads a missing field, throws, or spawns an actor.
 */
export function derivedScenario(machine: AnyStateMachine): DerivedScenario {
  const graph = machineGraph(machine);
  const types = [...new Set(eventsOf(graph))];
  const invoked = new Set(graph.states.flatMap(({ invokes }) => invokes.map(({ id }) => id)));
  const findings = new Map<string, Unexplored>();
  const addFinding = (place: string, reason: string) =>
    findings.set(`${place} ${reason}`, { place, reason });

  const scenario: Scenario = {
    machine,
    starts: [
      {
        name: 'the start',
        input: emptyObject({}, (field) =>
          addFinding('the start', `it reads input.${field}, but there is no input`),
        ),
      },
    ],
    epoch: Date.UTC(2026, 0, 1),
    samples(snapshot: AnyMachineSnapshot) {
      const state = stateText(snapshot.value);
      for (const child of Object.keys(snapshot.children))
        if (!invoked.has(child)) addFinding(state, `the spawned actor «${child}» is not run`);
      return types.map((type) => ({
        name: type,
        event: emptyObject({ type }, (field) =>
          addFinding(
            `${state}, ${type}`,
            `it reads event.${field}, but the event is sent without payload`,
          ),
        ),
      }));
    },
    outcomes: outcomesOf(graph, addFinding),
    abstract: ({ context }: AnyMachineSnapshot) => context,
    isUniform: true,
    onThrow: ({ snapshot }, { name }, error) =>
      addFinding(`${stateText(snapshot.value)}, ${name}`, `it throws: ${firstLine(error)}`),
  };
  return {
    scenario,
    unexplored: (exploration) => [
      ...declaredUnexplored(machine),
      ...findings.values(),
      ...(exploration ? transitionsNotTaken(exploration) : []),
      ...(exploration && !exploration.complete ? [limitReached(exploration)] : []),
    ],
  };
}

/** Returns the event types to send. A wildcard is represented by one invented type. */
function eventsOf({ transitions }: MachineGraph): string[] {
  const types = transitions.filter(({ kind }) => kind === 'event').map(({ event }) => event);
  let invented = 'anyOther';
  while (types.some((type) => type.includes(invented))) invented += '_';
  return types.map((type) => type.replace(/\*$/, invented));
}

function outcomesOf(
  { transitions }: MachineGraph,
  addFinding: (place: string, reason: string) => void,
): Record<string, Outcome[]> {
  const outcomes: Record<string, Outcome[]> = Object.create(null);
  for (const { id, kind, actor } of transitions) {
    if (actor === null || (kind !== 'done' && kind !== 'error')) continue;
    const outcome: Outcome =
      kind === 'done'
        ? {
            name: 'is done',
            output: emptyObject({}, (field) =>
              addFinding(id, `it reads event.output.${field}, but the output is empty`),
            ),
          }
        : { name: 'fails', error: new Error('failed') };
    const known = outcomes[actor] ?? [];
    if (!known.some(({ name }) => name === outcome.name)) outcomes[actor] = [...known, outcome];
  }
  return outcomes;
}

function emptyObject<T extends object>(empty: T, onRead: (field: string) => void): T {
  return new Proxy(empty, {
    get(target, field, receiver) {
      if (typeof field === 'string' && !(field in target) && field !== 'toJSON') onRead(field);
      return Reflect.get(target, field, receiver) as unknown;
    },
  });
}

function transitionsNotTaken(exploration: Exploration): Unexplored[] {
  return walkableTransitions(exploration.graph)
    .filter(({ id }) => !exploration.taken.has(id))
    .map(({ id }) => ({ place: id, reason: infeasibilityReason(exploration, id).reason }));
}

function limitReached({ configurations, graph }: Exploration): Unexplored {
  const values = new Map<string, Set<string>>();
  for (const { snapshot } of configurations)
    for (const [key, value] of Object.entries(snapshot.context as object)) {
      if (!values.has(key)) values.set(key, new Set());
      values.get(key)?.add(canonicalJson(value));
    }
  const growing = [...values]
    .filter(([, { size }]) => size > MAX_DISTINCT_VALUES)
    .map(([key]) => key);
  const because = growing.length
    ? `; fields with many values: ${growing.map((key) => `context.${key}`).join(', ')}`
    : '';
  return {
    place: `#${graph.machine}`,
    reason: `exploration stopped at ${configurations.length} states, distinguished by context${because}`,
  };
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0] ?? '';
}

interface Unexplored {
  place: string;
  reason: string;
}

/**
 * Returns the unexplored parts that follow from the definition alone, in document order: actors
 * that are not run, inline functions, invented events.
 */
function declaredUnexplored(machine: AnyStateMachine): Unexplored[] {
  const { states, transitions } = machineGraph(machine);
  return [
    ...states.flatMap(({ id, invokes }) =>
      invokes.map((invoked) => ({ place: id, reason: invokeReason(invoked, transitions) })),
    ),
    ...transitions.flatMap((transition) =>
      transitionReasons(transition).map((reason) => ({ place: transition.id, reason })),
    ),
    ...inlineFunctions(machine),
  ];
}

function invokeReason(
  { id, src }: { id: string; src: string },
  transitions: readonly GraphTransition[],
): string {
  const kinds = transitions.filter(({ actor }) => actor === id).map(({ kind }) => kind);
  const ends = [
    ...(kinds.includes('done') ? ['done with an empty output'] : []),
    ...(kinds.includes('error') ? ['failed'] : []),
  ];
  const walked = ends.length
    ? `explored with the results: ${ends.join('; ')}`
    : 'the machine does not wait for its end';
  return `the invoked actor «${id}» (${src}) is not run; ${walked}`;
}

function transitionReasons({ kind, event, delay, actions }: GraphTransition): string[] {
  const reasons: string[] = [];
  if (kind === 'snapshot') reasons.push('snapshots of invoked actors are not sent');
  if (kind === 'event' && event.endsWith('*'))
    reasons.push(`«${event}» is represented by one invented event`);
  if (delay && delay.ms === null)
    reasons.push(
      `the delay «${delay.name}» is a function: only the values that it returned were explored`,
    );
  for (const { name, kind: action } of actions) {
    if (action === 'spawn') reasons.push(`«${name}» spawns an actor, which is not run`);
    if (action === 'send')
      reasons.push(`«${name}» sends an event to an actor, which does not receive it`);
  }
  return reasons;
}

function inlineFunctions(machine: AnyStateMachine): Unexplored[] {
  return [...nodesBelow(machine.root)].flatMap((node) => [
    ...[...node.entry, ...node.exit].flatMap((action) =>
      inlineActions(machine, action, stateId(node)),
    ),
    ...declaredTransitions(node).flatMap(({ id, definition }) => [
      ...(isInlineGuard(definition.guard)
        ? [{ place: id, reason: 'the parts of an inline guard are not distinguished' }]
        : []),
      ...definition.actions.flatMap((action) => inlineActions(machine, action, id)),
    ]),
  ]);
}

function inlineActions(machine: AnyStateMachine, action: unknown, place: string): Unexplored[] {
  const [read] = typeof action === 'function' ? graphActions(machine, [action]) : [];
  return read?.kind === 'effect'
    ? [{ place, reason: 'an inline action is recorded but not run' }]
    : [];
}

function isInlineGuard(guard: unknown): boolean {
  if (typeof guard !== 'function') return false;
  const parts = (guard as { guards?: unknown[] }).guards;
  return 'check' in guard ? (parts ?? []).some(isInlineGuard) : true;
}
