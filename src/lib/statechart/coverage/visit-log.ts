import { mkdirSync, writeFileSync } from 'node:fs';
import type { StateValue } from 'xstate';
import type { Decision } from '../paths/guard-decisions.ts';
import { activeStates } from '../paths/state-value.ts';

/** Counts of visits by a suite, by the graph's ids. */
export interface Visits {
  /** Distance of the suite from the machine: 1 is the machine alone, more is nearer to users. */
  level: number;
  suite: string;
  machine: string;
  states: Record<string, number>;
  transitions: Record<string, number>;
  /** `first → second` */
  pairs: Record<string, number>;
  /** `transition guard true`, as the paths' criterion `guards` names them. */
  guards: Record<string, number>;
}

/** Records what one suite walks of one machine, while it runs. */
export class VisitLog {
  readonly #visits: Visits;
  #last: string | null = null;

  constructor(level: number, suite: string, machine: string) {
    this.#visits = { level, suite, machine, states: {}, transitions: {}, pairs: {}, guards: {} };
  }

  /** Begins a new walk; what was taken before is not followed by what comes now. */
  begin(): void {
    this.#last = null;
  }

  /** Counts the start or one step, with the state that it led to. */
  step(
    macrostep: { transitions: readonly string[]; decisions: readonly Decision[] },
    value: StateValue,
  ): void {
    for (const id of macrostep.transitions) {
      count(this.#visits.transitions, id);
      if (this.#last !== null) count(this.#visits.pairs, `${this.#last} → ${id}`);
      this.#last = id;
    }
    for (const { transition, guard, held } of macrostep.decisions)
      count(this.#visits.guards, `${transition} ${guard ?? 'guard'} ${held}`);
    for (const state of activeStates(value)) count(this.#visits.states, state);
  }

  /** Writes the visits in place of those that an earlier run of the suite left. */
  write(directory: URL): void {
    const { level, suite, machine } = this.#visits;
    mkdirSync(directory, { recursive: true });
    const file = new URL(`${level}.${suite}.${machine}.json`, directory);
    writeFileSync(file, JSON.stringify(this.#visits));
  }
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
