import { type Macrostep, Recorder } from './recorder.ts';
import type { Scenario } from './scenario.ts';
import {
  abstractionKey,
  type Successor,
  startFrom,
  successors,
  type TimedSnapshot,
} from './timed-snapshot.ts';

export interface States {
  /** True if the result of a step always equals the snapshot of its target configuration. */
  readonly isExact: boolean;
  readonly count: number;
  start(input: unknown): { state: number; macrostep: Macrostep };
  expand(state: number, visit: (to: number, macrostep: Macrostep) => void): void;
  timed(state: number): TimedSnapshot;
  equivalents(state: number): TimedSnapshot[];
  successors(state: number): (Successor & { to: number })[];
}

const MAX_EQUIVALENTS = 3;

/** States count as equal if their abstractions are equal. Steps are not cached. */
export class AbstractedStates implements States {
  readonly isExact = false;
  readonly #scenario: Scenario;
  readonly #recorder: Recorder;
  readonly #numbers = new Map<string, number>();
  readonly #timed: TimedSnapshot[] = [];
  readonly #equivalents: TimedSnapshot[][] = [];
  readonly #successors: (Successor & { to: number })[][] = [];

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.#recorder = new Recorder(scenario.machine);
  }

  get count(): number {
    return this.#timed.length;
  }

  start(input: unknown) {
    const { macrostep, result } = startFrom(this.#recorder, this.#scenario, input);
    return { macrostep, state: this.#number(result) };
  }

  expand(state: number, visit: (to: number, macrostep: Macrostep) => void): void {
    const own: (Successor & { to: number })[] = [];
    for (const successor of successors(this.#recorder, this.#scenario, this.timed(state))) {
      const to = this.#number(successor.result);
      own.push({ ...successor, to });
      visit(to, successor.macrostep);
    }
    this.#successors[state] = own;
  }

  timed(state: number): TimedSnapshot {
    return this.#timed[state] as TimedSnapshot;
  }

  equivalents(state: number): TimedSnapshot[] {
    return this.#equivalents[state] ?? [];
  }

  successors(state: number) {
    return this.#successors[state] ?? [];
  }

  #number(result: TimedSnapshot): number {
    const key = abstractionKey(this.#scenario, result);
    const known = this.#numbers.get(key);
    if (known === undefined) {
      this.#numbers.set(key, this.count);
      this.#equivalents.push([]);
      return this.#timed.push(result) - 1;
    }
    const equivalents = this.equivalents(known);
    if (equivalents.length < MAX_EQUIVALENTS) equivalents.push(result);
    return known;
  }
}
