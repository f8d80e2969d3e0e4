import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type EventObject,
  getInitialMicrosteps,
  getMicrosteps,
} from 'xstate';
import { stateText } from '#lib/statechart/paths/state-value.ts';

interface Timer {
  id: string;
  event: EventObject;
  left: number;
}

export interface RawState {
  snapshot: AnyMachineSnapshot;
  timers: Timer[];
}

export interface RawStep {
  /** Transitions taken, by microstep. */
  microsteps: string[][];
  entered: string[];
  /** Results of guards, as the criterion `guards` names them. */
  decisions: string[];
  to: RawState;
}

type Microsteps = readonly (readonly [AnyMachineSnapshot, readonly unknown[]])[];
interface Executed {
  type: string;
  params: never;
}

/** The event with which the clock reaches the next delay. */
export const CLOCK = 'the clock';

/**
 * A generated machine in raw XState: the actions that it executes say what it did. Shares no code
 * with the library, except the names of states.
 */
export class RawMachine {
  readonly #machine: AnyStateMachine;
  #decisions: string[] = [];

  constructor(machine: AnyStateMachine, outcome?: () => boolean) {
    const { guards } = machine.implementations;
    this.#machine = machine.provide({
      guards: Object.fromEntries(
        Object.entries(guards).map(([name, guard]) => [
          name,
          (args: never, transition: unknown) => {
            const held = outcome
              ? outcome()
              : (guard as unknown as (given: never) => boolean)(args);
            this.#decisions.push(`${transition as string} guard ${held}`);
            return held;
          },
        ]),
      ),
    });
  }

  start(): RawStep {
    return this.#step([], () => getInitialMicrosteps(this.#machine) as Microsteps);
  }

  /** Returns null when the machine throws, because it never comes to rest. */
  send({ snapshot, timers }: RawState, type: string): RawStep | null {
    const [first] = timers
      .filter(({ left }) => Number.isFinite(left))
      .toSorted((a, b) => a.left - b.left);
    if (type === CLOCK && !first) return null;
    const isClock = type === CLOCK && first;
    const rest = isClock
      ? orphaned(
          timers.filter((timer) => timer !== first),
          first.event.type,
        ).map((timer) => ({ ...timer, left: timer.left - first.left }))
      : timers;
    const to = { snapshot, timers: rest };
    if (snapshot.status !== 'active') return { microsteps: [], entered: [], decisions: [], to };
    const event = isClock ? first.event : { type };
    try {
      return this.#step(
        rest,
        () => getMicrosteps(this.#machine, snapshot, event) as Microsteps,
        to,
      );
    } catch {
      return null;
    }
  }

  /** Ends of running actors for which the machine has a transition. */
  actorEvents({ snapshot }: RawState): string[] {
    const below = (node: AnyStateNode): AnyStateNode[] => [
      node,
      ...Object.values(node.states).flatMap((child) => below(child as AnyStateNode)),
    ];
    const nodes = below(this.#machine.root);
    return Object.keys(snapshot.children)
      .flatMap((id) => [`xstate.done.actor.${id}`, `xstate.error.actor.${id}`])
      .filter((type) => nodes.some(({ transitions }) => transitions.has(type)));
  }

  #step(timers: Timer[], run: () => Microsteps, before?: RawState): RawStep {
    this.#decisions = [];
    const taken = run();
    const executed = taken.map(([, actions]) => actions as Executed[]);
    let left = timers;
    for (const { type, params } of executed.flat()) {
      const { id, event, delay, sendId } = params as Timer & { delay?: number; sendId?: string };
      if (type === 'xstate.cancel') left = left.filter((timer) => timer.id !== sendId);
      if (type === 'xstate.raise' && delay !== undefined)
        left = [...orphaned(left, id), { id, event, left: delay }];
    }
    const named = (actions: Executed[], name: string) =>
      actions.filter(({ type }) => type === name).map(({ params }) => params as string);
    return {
      microsteps: executed.map((actions) => named(actions, 'took')).filter(({ length }) => length),
      entered: named(executed.flat(), 'entered'),
      decisions: this.#decisions,
      to: { snapshot: taken.at(-1)?.[0] ?? (before as RawState).snapshot, timers: left },
    };
  }
}

/** XState's scheduler forgets the id of an event when another takes it, or an equal one came. */
const orphaned = (timers: Timer[], id: string) =>
  timers.map((timer) => (timer.id === id ? { ...timer, id: '' } : timer));

export function labelOf({ snapshot }: { snapshot: AnyMachineSnapshot }): string {
  return JSON.stringify([stateText(snapshot.value), snapshot.context, snapshot.status]);
}

export function keyOf({ snapshot, timers }: RawState): string {
  const { _nodes, context, status, historyValue } = snapshot;
  const history = Object.entries(historyValue).map(([id, nodes]) => [
    id,
    ...nodes.map((node) => node.id).sort(),
  ]);
  const left = timers
    .filter((timer) => Number.isFinite(timer.left))
    .map((timer) => [timer.id, timer.event.type, timer.left]);
  return JSON.stringify([_nodes.map(({ id }) => id), context, status, history.sort(), left]);
}

/** Explores a machine in raw XState by brute force; null if it has more states than the limit. */
export function bruteForce(raw: RawMachine, events: readonly string[], limit: number) {
  const facts = {
    states: new Set<string>(),
    steps: 0,
    taken: new Set<string>(),
    entered: new Set<string>(),
    decisions: new Set<string>(),
    pairs: new Set<string>(),
    /** Least number of events up to and including a transition, or the entry of a state. */
    distances: new Map<string, number>(),
    /** States with an event that changes nothing there. */
    notAccepted: new Set<string>(),
  };
  const note = ({ microsteps, entered, decisions }: RawStep, distance: number) => {
    for (const id of microsteps.flat()) facts.taken.add(id);
    for (const id of entered) facts.entered.add(id);
    for (const item of decisions) facts.decisions.add(item);
    for (const item of [...microsteps.flat(), ...entered])
      if (!facts.distances.has(item)) facts.distances.set(item, distance);
  };
  const pairsOf = (last: readonly string[], microsteps: string[][]) => {
    for (const taken of microsteps) {
      for (const before of last) for (const id of taken) facts.pairs.add(`${before} → ${id}`);
      last = taken;
    }
    return last;
  };
  const start = raw.start();
  note(start, 0);
  const found = new Map([[keyOf(start.to), { at: start.to, distance: 0 }]]);
  const steps = new Map<string, RawStep[]>();
  for (const [key, place] of found) {
    if (found.size > limit) return null;
    facts.states.add(labelOf(place.at));
    const own: RawStep[] = [];
    const due = place.at.timers.some(({ left }) => left === 0);
    const { status } = place.at.snapshot;
    const outer = due || status === 'error' ? [] : events;
    const inner = status === 'active' ? [...raw.actorEvents(place.at), CLOCK] : [];
    for (const type of [...outer, ...inner]) {
      const step = raw.send(place.at, type);
      if (!step) continue;
      own.push(step);
      note(step, place.distance + 1);
      if (events.includes(type) && step.microsteps.length === 0)
        facts.notAccepted.add(`${labelOf(place.at)} ${type}`);
      const to = keyOf(step.to);
      if (!found.has(to)) found.set(to, { at: step.to, distance: place.distance + 1 });
    }
    steps.set(key, own);
    facts.steps += own.length;
  }
  // The pairs, over states together with the transitions of the microstep before.
  const places: [string, readonly string[]][] = [[keyOf(start.to), pairsOf([], start.microsteps)]];
  const seen = new Set(places.map((place) => JSON.stringify(place)));
  for (const [key, last] of places)
    for (const step of steps.get(key) ?? []) {
      const place: [string, readonly string[]] = [keyOf(step.to), pairsOf(last, step.microsteps)];
      const text = JSON.stringify(place);
      if (!seen.has(text)) places.push(place);
      seen.add(text);
    }
  /** Least number of events that enter a state by or after a transition. */
  const distanceVia = (state: string, via: string) => {
    const queue = [{ key: '', isVia: false, distance: -1 }];
    const reached = new Set<string>();
    for (const { key, isVia, distance } of queue)
      for (const step of key === '' ? [start] : (steps.get(key) ?? [])) {
        const next = {
          key: keyOf(step.to),
          isVia: isVia || step.microsteps.flat().includes(via),
          distance: distance + 1,
        };
        if (next.isVia && step.entered.includes(state)) return next.distance;
        const text = `${next.isVia} ${next.key}`;
        if (!reached.has(text)) queue.push(next);
        reached.add(text);
      }
    return null;
  };
  return { ...facts, distanceVia };
}
