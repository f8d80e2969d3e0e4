import type { AnyMachineSnapshot } from 'xstate';
import { type MachineGraph, machineGraph } from '../graph/graph.ts';
import type { Decision } from './guard-decisions.ts';
import { type Effect, Recorder } from './recorder.ts';
import type { Scenario } from './scenario.ts';
import { stateText, statusCode, type Timer } from './state-value.ts';
import { keyOf, type Sent, snapshotAfter, steps, type TimedSnapshot } from './timed-snapshot.ts';

/** One explored state: a snapshot at an instant, standing for all of the same abstraction. */
export interface Configuration {
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
  alike: TimedSnapshot[];
}

/** One event sent in one place. */
export interface Edge extends Sent {
  index: number;
  from: number;
  to: number;
  /** Ids of the graph, as taken; empty when it was refused. */
  transitions: readonly string[];
  decisions: readonly Decision[];
  effects: readonly Effect[];
  /** What it really led to; the place stands for it. */
  result: TimedSnapshot;
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
  places: Configuration[];
  moves: Edge[];
  /** By place, the moves that leave it. */
  leaving: Edge[][];
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

  function arrive(moment: TimedSnapshot): number {
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
    const at = arrive(snapshotAfter([], taken, scenario.epoch));
    const { transitions, decisions, effects } = taken;
    found.starts.push({ name, input, place: at, transitions, decisions, effects });
  }
  for (let from = 0; from < found.places.length; from++) {
    found.leaving.push([]);
    if (found.places.length > limit) {
      found.complete = false;
      continue;
    }
    for (const { sent, taken, moment } of steps(
      recorder,
      scenario,
      found.places[from] as Configuration,
    )) {
      const move: Edge = {
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

/** Whether an event from outside was refused. */
export function isRefused(move: Edge): boolean {
  return move.kind === 'event' && move.transitions.length === 0;
}

function place(index: number, key: string, moment: TimedSnapshot): Configuration {
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
