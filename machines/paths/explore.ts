import type { AnyMachineSnapshot, EventObject } from 'xstate';
import { type MachineGraph, machineGraph } from '../graph/graph.ts';
import { stableText, stateText, statusCode, type Timer } from './place.ts';
import { type Decision, type Effect, Recorder, type Taken } from './recorder.ts';
import type { Scenario } from './scenario.ts';

/** One explored state: a snapshot at an instant, standing for all of the same abstraction. */
export interface Place {
  index: number;
  key: string;
  snapshot: AnyMachineSnapshot;
  /** Virtual time, ms since the epoch. */
  now: number;
  timers: readonly Timer[];
  /** The leaves of the state value. */
  state: string;
  code: number | null;
  tags: readonly string[];
  /** Other snapshots with this abstraction that exploration met, at most {@link ALIKE}. */
  alike: Moment[];
}

/** Enough of a place to step on from it. */
export interface Moment {
  snapshot: AnyMachineSnapshot;
  now: number;
  timers: readonly Timer[];
}

/** One event sent in one place. */
export interface Move {
  index: number;
  from: number;
  to: number;
  name: string;
  event: EventObject;
  /** `clock`: a delayed transition fell due. `outcome`: an invoked actor ended. */
  kind: 'event' | 'clock' | 'outcome';
  /** The instant it is sent at, ms since the epoch. */
  at: number;
  /** Ids of the graph, as taken; empty when it was refused. */
  transitions: readonly string[];
  decisions: readonly Decision[];
  effects: readonly Effect[];
  /** What it really led to; the place stands for it. */
  result: Moment;
}

export interface Exploration {
  scenario: Scenario;
  graph: MachineGraph;
  starts: {
    name: string;
    input: unknown;
    place: number;
    transitions: readonly string[];
    decisions: readonly Decision[];
    effects: readonly Effect[];
  }[];
  places: Place[];
  moves: Move[];
  /** By place, the moves that leave it. */
  leaving: Move[][];
  /** False when it stopped at the limit of places. */
  complete: boolean;
}

const ALIKE = 3;

/** Breadth first from every start, by real guards and contexts; same scenario, same result. */
export function explore(scenario: Scenario, limit = 20_000): Exploration {
  const recorder = new Recorder(scenario.machine, scenario.starts[0]?.input);
  const found: Exploration = {
    scenario,
    graph: machineGraph(scenario.machine),
    starts: [],
    places: [],
    moves: [],
    leaving: [],
    complete: true,
  };
  const known = new Map<string, number>();

  function arrive(moment: Moment): number {
    const key = keyOf(scenario, moment);
    const index = known.get(key);
    if (index === undefined) {
      known.set(key, found.places.length);
      found.places.push(place(found.places.length, key, moment));
      return found.places.length - 1;
    }
    const alike = found.places[index]?.alike;
    if (alike && alike.length < ALIKE) alike.push(moment);
    return index;
  }

  for (const { name, input } of scenario.starts) {
    const taken = recorder.start(input);
    const at = arrive(momentAfter([], taken, scenario.epoch));
    const { transitions, decisions, effects } = taken;
    found.starts.push({ name, input, place: at, transitions, decisions, effects });
  }
  for (let from = 0; from < found.places.length; from++) {
    found.leaving.push([]);
    if (found.places.length > limit) {
      found.complete = false;
      continue;
    }
    for (const { sent, taken, moment } of steps(recorder, scenario, found.places[from] as Place)) {
      const move: Move = {
        ...sent,
        index: found.moves.length,
        from,
        to: arrive(moment),
        transitions: taken.transitions,
        decisions: taken.decisions,
        effects: taken.effects,
        result: moment,
      };
      found.moves.push(move);
      found.leaving[from]?.push(move);
    }
  }
  return found;
}

/** One event as it is sent from a moment. */
export type Sent = Pick<Move, 'name' | 'event' | 'kind' | 'at'>;

/** What may happen next, and what then comes of it. */
export function* steps(recorder: Recorder, scenario: Scenario, from: Moment) {
  if (from.snapshot.status !== 'active' && from.snapshot.status !== 'done') return;
  for (const sent of sendable(scenario, from)) {
    const taken = recorder.step(from.snapshot, sent.event);
    const rest = from.timers.filter((timer) => sent.kind !== 'clock' || timer.event !== sent.event);
    const moment = momentAfter(rest, taken, sent.at);
    yield { sent, taken, moment };
  }
}

/** The scenario's samples, how running actors may end, and what the clock owes first. */
export function sendable(scenario: Scenario, { snapshot, now, timers }: Moment): Sent[] {
  const first = timers.toSorted((a, b) => a.due - b.due)[0];
  const samples = scenario
    .samples(snapshot as never, now)
    .map(({ name, event, at = now }): Sent => ({ name, event, at, kind: 'event' }))
    .filter(({ at }) => first === undefined || at < first.due);
  const outcomes = Object.keys(snapshot.children).flatMap((actor) =>
    (scenario.outcomes?.[actor] ?? []).map(
      (outcome): Sent => ({
        name: `${actor} ${outcome.name}`,
        event: outcomeEvent(actor, outcome),
        at: now,
        kind: 'outcome',
      }),
    ),
  );
  if (snapshot.status === 'done') return samples;
  const clock = first
    ? [{ name: clockName(first), event: first.event, at: first.due, kind: 'clock' as const }]
    : [];
  return [...samples, ...outcomes, ...clock];
}

/** Whether an event from outside was refused. */
export function isRefused(move: Move): boolean {
  return move.kind === 'event' && move.transitions.length === 0;
}

function clockName({ id }: Timer): string {
  return `the clock reaches ${id.split('.')[2]}`;
}

function outcomeEvent(
  actor: string,
  outcome: { output: unknown } | { error: unknown },
): EventObject {
  return 'error' in outcome
    ? ({ type: `xstate.error.actor.${actor}`, error: outcome.error, actorId: actor } as EventObject)
    : ({
        type: `xstate.done.actor.${actor}`,
        output: outcome.output,
        actorId: actor,
      } as EventObject);
}

/** The moment a step leads to. `timers`: what the clock owed before, without what it just paid. */
export function momentAfter(timers: readonly Timer[], taken: Taken, now: number): Moment {
  return { snapshot: taken.snapshot, now, timers: timersAfter(timers, taken, now) };
}

function timersAfter(timers: readonly Timer[], taken: Taken, now: number): Timer[] {
  const set = taken.timers.map(({ id, event, delay }) => ({ id, event, due: now + delay }));
  const replaced = new Set([...taken.cancelled, ...set.map(({ id }) => id)]);
  return [...timers.filter(({ id }) => !replaced.has(id)), ...set];
}

/** The text of a moment's abstraction: state, invoked actors, time to each timer, and the scenario's. */
export function keyOf(scenario: Scenario, { snapshot, now, timers }: Moment): string {
  return stableText([
    snapshot.value,
    snapshot.status,
    scenario.abstract(snapshot as never, now),
    Object.keys(snapshot.children)
      .filter((actor) => scenario.outcomes?.[actor])
      .sort(),
    timers.map(({ id, due }) => [id, due - now]),
    Object.values(snapshot.historyValue).map((nodes) => nodes.map(({ id }) => id)),
  ]);
}

function place(index: number, key: string, moment: Moment): Place {
  const { snapshot } = moment;
  return {
    ...moment,
    index,
    key,
    state: stateText(snapshot.value),
    code: statusCode(snapshot),
    tags: [...snapshot.tags],
    alike: [],
  };
}
