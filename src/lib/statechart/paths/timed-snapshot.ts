import type { AnyMachineSnapshot, AnyStateMachine, EventObject } from 'xstate';
import { nodesBelow } from '../graph/graph.ts';
import { randomSource } from './random-source.ts';
import type { Macrostep, Recorder } from './recorder.ts';
import type { Outcome, Scenario } from './scenario.ts';
import { canonicalJson, type Timer } from './state-value.ts';

export interface TimedSnapshot {
  snapshot: AnyMachineSnapshot;
  now: number;
  timers: readonly Timer[];
}

export interface TimedEvent {
  name: string;
  event: EventObject;
  /** `clock`: a delayed transition is due. `outcome`: an invoked actor ended. */
  kind: 'event' | 'clock' | 'outcome';
  at: number;
}

export interface Successor {
  sent: TimedEvent;
  macrostep: Macrostep;
  result: TimedSnapshot;
}

export function* successors(
  recorder: Recorder,
  scenario: Scenario,
  from: TimedSnapshot,
): Generator<Successor> {
  for (const sent of candidateEvents(scenario, from)) {
    const successor = successorBy(recorder, scenario, from, sent);
    if (successor) yield successor;
  }
}

export function startFrom(
  recorder: Recorder,
  { epoch }: Scenario,
  input: unknown,
): Omit<Successor, 'sent'> {
  const macrostep = withFrozenTime(epoch, () => recorder.start(input));
  return { macrostep, result: snapshotAfter([], macrostep, epoch) };
}

export function stepFrom(recorder: Recorder, from: TimedSnapshot, sent: TimedEvent): Successor {
  const macrostep = withFrozenTime(sent.at, () => recorder.step(from.snapshot, sent.event));
  const [due] =
    sent.kind === 'clock' ? from.timers.filter(({ event }) => event === sent.event) : [];
  const rest = due
    ? withoutId(
        from.timers.filter((timer) => timer !== due),
        due.event.type,
      )
    : from.timers;
  return { sent, macrostep, result: snapshotAfter(rest, macrostep, sent.at) };
}

/** Same as `stepFrom`, but returns null if the machine throws and the scenario has `onThrow`. */
export function successorBy(
  recorder: Recorder,
  { onThrow }: Scenario,
  from: TimedSnapshot,
  sent: TimedEvent,
): Successor | null {
  try {
    return stepFrom(recorder, from, sent);
  } catch (error) {
    if (!onThrow) throw error;
    onThrow(from, sent, error);
    return null;
  }
}

/**
 * Returns the scenario's samples, the possible results of running actors, and the next delayed
 * event. Empty after an error or stop.
 */
export function candidateEvents(
  scenario: Scenario,
  { snapshot, now, timers }: TimedSnapshot,
): TimedEvent[] {
  if (snapshot.status !== 'active' && snapshot.status !== 'done') return [];
  const first = timers.toSorted((a, b) => a.due - b.due)[0];
  const samples = scenario
    .samples(snapshot as never, now)
    .map(({ name, event, at = now }): TimedEvent => ({ name, event, kind: 'event', at }))
    .filter(({ at }) => first === undefined || at < first.due);
  const outcomes = Object.keys(snapshot.children).flatMap((actor) =>
    outcomesOf(scenario, actor).map(
      (outcome): TimedEvent => ({
        name: `${actor} ${outcome.name}`,
        event: outcomeEvent(actor, outcome),
        kind: 'outcome',
        at: now,
      }),
    ),
  );
  if (snapshot.status === 'done') return samples;
  const clock = first
    ? [{ name: clockName(first), event: first.event, kind: 'clock' as const, at: first.due }]
    : [];
  return [...samples, ...outcomes, ...clock];
}

const outcomesOf = ({ outcomes = {} }: Scenario, actor: string) =>
  Object.hasOwn(outcomes, actor) ? (outcomes[actor] ?? []) : [];

function clockName({ event: { type } }: Timer): string {
  return `the clock reaches ${type.startsWith('xstate.after.') ? type.split('.')[2] : type}`;
}

function outcomeEvent(actorId: string, outcome: Outcome): EventObject {
  const { kind, ...result } =
    'error' in outcome
      ? { kind: 'error', error: outcome.error }
      : { kind: 'done', output: outcome.output };
  const event = { type: `xstate.${kind}.actor.${actorId}`, ...result, actorId };
  return event;
}

/** `timers`: pending before the step, except the timer that caused the step. */
function snapshotAfter(timers: readonly Timer[], macrostep: Macrostep, now: number): TimedSnapshot {
  return { snapshot: macrostep.snapshot, now, timers: timersAfter(timers, macrostep, now) };
}

/**
 * Returns the timers after a macrostep. As in XState's scheduler, an id cancels only the event that
 * was scheduled with it last. Earlier events with the same id are still sent.
 */
function timersAfter(before: readonly Timer[], macrostep: Macrostep, now: number): Timer[] {
  let timers = [...before];
  for (const { id, event, delay } of macrostep.timers) {
    if (event === null) timers = timers.filter((timer) => timer.id !== id);
    else timers = withoutId(timers, id);
    if (event && delay !== Number.POSITIVE_INFINITY) timers.push({ id, event, due: now + delay });
  }
  return timers;
}

const withoutId = (timers: readonly Timer[], id: string) =>
  timers.map((timer) => (timer.id === id ? { ...timer, id: '' } : timer));

const ordered = new WeakMap<AnyStateMachine, boolean>();

/**
 * Returns the ids of the active states, sorted unless the machine has parallel regions and
 * eventless transitions: XState takes these in the order in which the states were entered.
 */
export function activeIds({ _nodes, machine }: AnyMachineSnapshot): string[] {
  const ids = _nodes.map(({ id }) => id);
  if (!ordered.has(machine)) {
    const nodes = [...nodesBelow(machine.root)];
    const isParallel = nodes.some(({ type }) => type === 'parallel');
    ordered.set(machine, isParallel && nodes.some(({ always }) => always?.length));
  }
  return ordered.get(machine) ? ids : ids.sort();
}

/** Key of an abstraction: state, invoked actors, time to timers, and the result of `abstract`. */
export function abstractionKey(
  scenario: Scenario,
  { snapshot, now, timers }: TimedSnapshot,
): string {
  return canonicalJson([
    activeIds(snapshot),
    snapshot.status,
    scenario.abstract(snapshot as never, now),
    Object.keys(snapshot.children)
      .filter((actor) => outcomesOf(scenario, actor).length > 0)
      .sort(),
    timers.map(({ id, event, due }) => [id, event.type, due - now]),
    Object.entries(snapshot.historyValue)
      .map(([history, nodes]) => [history, nodes.map(({ id }) => id).sort()])
      .sort(),
  ]);
}

const realDate = Date;

/**
 * Runs synchronous code of a machine with the clock stopped at `now` and a fixed random seed, so
 * that equal steps have equal results.
 */
export function withFrozenTime<T>(now: number, run: () => T): T {
  const { random } = Math;
  const { randomUUID, getRandomValues } = crypto;
  const { now: performanceNow } = performance;
  const next = randomSource(1);
  globalThis.Date = new Proxy(realDate, {
    apply: () => new realDate(now).toString(),
    construct: (date, args: [number]) => (args.length ? new date(...args) : new date(now)),
    get: (date, key) => (key === 'now' ? () => now : Reflect.get(date, key)),
  });
  Math.random = next;
  performance.now = () => now;
  crypto.getRandomValues = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (const index of bytes.keys()) bytes[index] = Math.floor(next() * 256);
    return array;
  };
  crypto.randomUUID = () => {
    const digits = Array.from({ length: 32 }, () => Math.floor(next() * 16).toString(16)).join('');
    return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-') as ReturnType<
      typeof randomUUID
    >;
  };
  try {
    return run();
  } finally {
    globalThis.Date = realDate;
    Math.random = random;
    Object.assign(crypto, { randomUUID, getRandomValues });
    performance.now = performanceNow;
  }
}
