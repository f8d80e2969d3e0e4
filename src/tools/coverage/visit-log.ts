import { mkdirSync, writeFileSync } from 'node:fs';
import type { StateValue } from 'xstate';
import { activeStates } from '#lib/statechart/paths/configuration.ts';
import type { Decision } from '#lib/statechart/paths/watched-guards.ts';

/** At what a suite walks: 1 the machine alone, 2 over HTTP, 3 in the browser. */
export type Level = 1 | 2 | 3;

/** How often a suite came by what, by the graph's ids. */
export interface Visits {
  level: Level;
  suite: string;
  machine: string;
  states: Record<string, number>;
  transitions: Record<string, number>;
  /** `first → second` */
  pairs: Record<string, number>;
  /** `transition guard true`, as the paths' criterion `guards` names them. */
  guards: Record<string, number>;
}

/** Where suites leave their visits and `npm run coverage` finds them. */
export const VISITS = new URL('../../../coverage/visits/', import.meta.url);

/** What one suite walks of one machine, recorded while it runs. */
export class VisitLog {
  readonly #visits: Visits;
  #last: string | null = null;

  constructor(level: Level, suite: string, machine: string) {
    this.#visits = { level, suite, machine, states: {}, transitions: {}, pairs: {}, guards: {} };
  }

  /** A new walk begins; what was taken before is not followed by what comes now. */
  begin(): void {
    this.#last = null;
  }

  /** The start or one step, with the state that it led to. */
  step(
    taken: { transitions: readonly string[]; decisions: readonly Decision[] },
    value: StateValue,
  ): void {
    for (const id of taken.transitions) {
      count(this.#visits.transitions, id);
      if (this.#last !== null) count(this.#visits.pairs, `${this.#last} → ${id}`);
      this.#last = id;
    }
    for (const { transition, guard, held } of taken.decisions)
      count(this.#visits.guards, `${transition} ${guard ?? 'guard'} ${held}`);
    for (const state of activeStates(value)) count(this.#visits.states, state);
  }

  /** Replaces what an earlier run of the suite left. */
  write(directory: URL = VISITS): void {
    const { level, suite, machine } = this.#visits;
    mkdirSync(directory, { recursive: true });
    const file = new URL(`${level}.${suite}.${machine}.json`, directory);
    writeFileSync(file, JSON.stringify(this.#visits));
  }
}

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}
