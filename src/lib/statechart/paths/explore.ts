import type { AnyMachineSnapshot } from 'xstate';
import { type MachineGraph, machineGraph } from '../graph/graph.ts';
import { AbstractedStates, type States } from './abstracted-states.ts';
import type { Macrostep, StepRecord } from './recorder.ts';
import type { Scenario } from './scenario.ts';
import { type DisplayedState, displayedState, type Timer } from './state-value.ts';
import type { TimedEvent, TimedSnapshot } from './timed-snapshot.ts';
import { NotUniform, WholeStates } from './whole-states.ts';

export interface Configuration extends DisplayedState {
  index: number;
  snapshot: AnyMachineSnapshot;
  now: number;
  timers: readonly Timer[];
  tags: readonly string[];
  equivalents: readonly TimedSnapshot[];
}

export interface Edge extends TimedEvent, StepRecord {
  index: number;
  from: number;
  to: number;
  /** Snapshot after this step. It is equivalent to that of the target configuration. */
  result: TimedSnapshot;
}

export interface Walk {
  start: number;
  edges: Edge[];
}

/**
 * Explores the machine breadth first from every start, with its guards and contexts. Deterministic.
 * For a uniform scenario, equal steps are computed once if the machine allows it.
 */
export function explore(scenario: Scenario, limit = 20_000): Exploration {
  if (scenario.isUniform)
    try {
      return exploreWhole(scenario, limit);
    } catch (error) {
      if (!(error instanceof NotUniform)) throw error;
    }
  return new Exploration(scenario, new AbstractedStates(scenario), limit);
}

/** Throws {@link NotUniform} if the machine does more than change its state and context. */
export function exploreWhole(scenario: Scenario, limit: number): Exploration {
  return new Exploration(scenario, new WholeStates(scenario), limit);
}

/** Breadth-first search. Configurations and edges are created on first access. */
export class Exploration {
  readonly scenario: Scenario;
  readonly graph: MachineGraph;
  readonly starts: (StepRecord & { name: string; input: unknown; configuration: number })[] = [];
  readonly complete: boolean;
  readonly steps: number;
  readonly taken = new Set<string>();
  readonly entered = new Set<string>();
  readonly deadEnds: number[] = [];
  readonly states: States;
  /** Number of expanded states. Steps of a state with this or a higher index are unknown. */
  readonly expanded: number;
  readonly #cameFrom: number[] = [];
  #cache: { configurations: Configuration[]; edges: Edge[]; outgoing: Edge[][] } | null = null;

  constructor(scenario: Scenario, states: States, limit: number) {
    this.scenario = scenario;
    this.graph = machineGraph(scenario.machine);
    this.states = states;
    for (const { name, input } of scenario.starts) {
      const { state, macrostep } = states.start(input);
      this.#note(macrostep);
      this.starts.push({ name, input, configuration: state, ...recordOf(macrostep) });
      this.#cameFrom[state] ??= -1;
    }
    let steps = 0;
    let from = 0;
    let isDead = true;
    let last: Macrostep | null = null;
    const visit = (to: number, macrostep: Macrostep) => {
      steps++;
      if (to === this.#cameFrom.length) this.#cameFrom.push(from);
      if (macrostep.transitions.length === 0) return;
      if (to !== from) isDead = false;
      // Consecutive steps often share one result object, which is recorded once.
      if (macrostep !== last) this.#note(macrostep);
      last = macrostep;
    };
    for (; from < states.count && states.count <= limit; from++) {
      isDead = true;
      states.expand(from, visit);
      if (isDead && states.timed(from).snapshot.status === 'active') this.deadEnds.push(from);
    }
    this.steps = steps;
    this.expanded = from;
    this.complete = from === states.count;
  }

  #note({ transitions, entered }: Macrostep): void {
    for (const id of transitions) this.taken.add(id);
    for (const state of entered) this.entered.add(state);
  }

  get configurations(): Configuration[] {
    return this.#materialized.configurations;
  }

  get edges(): Edge[] {
    return this.#materialized.edges;
  }

  get outgoing(): Edge[][] {
    return this.#materialized.outgoing;
  }

  walkTo(state: number): string[] {
    const walk: string[] = [];
    for (let at = state; (this.#cameFrom[at] ?? -1) >= 0; at = this.#cameFrom[at] as number) {
      const steps = this.states.successors(this.#cameFrom[at] as number);
      walk.unshift(steps.find(({ to }) => to === at)?.sent.name ?? '');
    }
    return walk;
  }

  get #materialized() {
    if (this.#cache) return this.#cache;
    const { states } = this;
    const configurations = Array.from({ length: states.count }, (_, index) => {
      const configuration = configurationOf(index, states.timed(index));
      return states.isExact
        ? configuration
        : { ...configuration, equivalents: states.equivalents(index) };
    });
    const edges: Edge[] = [];
    const outgoing = configurations.map(({ index: from }) => {
      if (from >= this.expanded) return [];
      const own = states.successors(from).map(({ sent, macrostep, to, result }, index): Edge => {
        const numbers = { index: edges.length + index, from, to };
        // Saves half of the memory where the configuration itself is the result.
        const after = states.isExact ? (configurations[to] as Configuration) : result;
        return { ...sent, ...numbers, ...recordOf(macrostep), result: after };
      });
      edges.push(...own);
      return own;
    });
    this.#cache = { configurations, edges, outgoing };
    return this.#cache;
  }
}

export function recordOf(macrostep: Macrostep): StepRecord {
  const { transitions, microsteps, entered, decisions, effects } = macrostep;
  return { transitions, microsteps, entered, decisions, effects };
}

export function isNotAccepted(edge: Edge): boolean {
  return edge.kind === 'event' && edge.transitions.length === 0;
}

/**
 * Cache of the displayed state and tags by the set of active state nodes (`snapshot._nodes`), so that
 * configurations with the same active states share one object.
 */
const displayedParts = new WeakMap<object, DisplayedState & { tags: readonly string[] }>();
const NONE: readonly TimedSnapshot[] = [];

function configurationOf(index: number, result: TimedSnapshot): Configuration {
  const { snapshot } = result;
  const shown = displayedParts.get(snapshot._nodes) ?? {
    ...displayedState(snapshot),
    tags: [...snapshot.tags],
  };
  displayedParts.set(snapshot._nodes, shown);
  return { ...result, index, ...shown, equivalents: NONE };
}
