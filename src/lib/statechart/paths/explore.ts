import type { AnyMachineSnapshot } from 'xstate';
import { type MachineGraph, machineGraph } from '../graph/graph.ts';
import type { Decision } from './guard-decisions.ts';
import { type Effect, Recorder } from './recorder.ts';
import type { Scenario } from './scenario.ts';
import { stateText, statusCode, type Timer } from './state-value.ts';
import {
  abstractionKey,
  type Successor,
  snapshotAfter,
  successors,
  type TimedEvent,
  type TimedSnapshot,
} from './timed-snapshot.ts';

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
  /** Other snapshots with this abstraction that exploration met, at most {@link MAX_EQUIVALENTS}. */
  equivalents: TimedSnapshot[];
}

/** One event sent in one configuration. */
export interface Edge extends TimedEvent {
  index: number;
  from: number;
  to: number;
  /** Ids of the graph, as taken; empty when it was refused. */
  transitions: readonly string[];
  decisions: readonly Decision[];
  effects: readonly Effect[];
  /** Snapshot the edge really led to; its target configuration stands for it. */
  result: TimedSnapshot;
}

export interface Exploration {
  scenario: Scenario;
  graph: MachineGraph;
  starts: {
    name: string;
    input: unknown;
    configuration: number;
    transitions: readonly string[];
    decisions: readonly Decision[];
    effects: readonly Effect[];
  }[];
  configurations: Configuration[];
  edges: Edge[];
  /** By configuration, the edges that leave it. */
  outgoing: Edge[][];
  /** False when it stopped at the limit of configurations. */
  complete: boolean;
}

const MAX_EQUIVALENTS = 3;

/** Explores breadth first from every start, by real guards and contexts; deterministic. */
export function explore(scenario: Scenario, limit = 20_000): Exploration {
  const recorder = new Recorder(scenario.machine, scenario.starts[0]?.input);
  const found: Exploration = {
    scenario,
    graph: machineGraph(scenario.machine),
    starts: [],
    configurations: [],
    edges: [],
    outgoing: [],
    complete: true,
  };
  const known = new Map<string, number>();

  function arrive(result: TimedSnapshot): number {
    const key = abstractionKey(scenario, result);
    const index = known.get(key);
    if (index === undefined) {
      known.set(key, found.configurations.length);
      found.configurations.push(configurationOf(found.configurations.length, key, result));
      return found.configurations.length - 1;
    }
    const equivalents = found.configurations[index]?.equivalents;
    if (equivalents && equivalents.length < MAX_EQUIVALENTS) equivalents.push(result);
    return index;
  }

  for (const { name, input } of scenario.starts) {
    const macrostep = recorder.start(input);
    const at = arrive(snapshotAfter([], macrostep, scenario.epoch));
    const { transitions, decisions, effects } = macrostep;
    found.starts.push({ name, input, configuration: at, transitions, decisions, effects });
  }
  for (let from = 0; from < found.configurations.length; from++) {
    found.outgoing.push([]);
    if (found.configurations.length > limit) {
      found.complete = false;
      continue;
    }
    for (const { sent, macrostep, result } of successors(
      recorder,
      scenario,
      found.configurations[from] as Configuration,
    )) {
      addEdge(found, { sent, macrostep, result }, { from, to: arrive(result) });
    }
  }
  return found;
}

/** Adds what an event led to, between two configurations of the exploration. */
export function addEdge(
  found: Exploration,
  { sent, macrostep, result }: Successor,
  { from, to }: Pick<Edge, 'from' | 'to'>,
): void {
  const { transitions, decisions, effects } = macrostep;
  const index = found.edges.length;
  const edge: Edge = { ...sent, index, from, to, transitions, decisions, effects, result };
  found.edges.push(edge);
  found.outgoing[from]?.push(edge);
}

/** Returns true when an event from outside was refused. */
export function isRefused(edge: Edge): boolean {
  return edge.kind === 'event' && edge.transitions.length === 0;
}

/** A snapshot as a configuration of its own. */
export function configurationOf(index: number, key: string, result: TimedSnapshot): Configuration {
  const { snapshot } = result;
  return {
    ...result,
    index,
    key,
    state: stateText(snapshot.value),
    code: statusCode(snapshot),
    tags: [...snapshot.tags],
    equivalents: [],
  };
}
