import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { StateValue } from 'xstate';
import type { MachineGraph } from '../graph/graph.ts';
import type { Decision } from '../paths/recorder.ts';
import { activeStates, canonicalJson } from '../paths/state-value.ts';

/** Counts of visits by a suite, by the graph's ids. */
export interface Visits {
  /** Distance of the suite from the machine: 1 is the machine alone, more is nearer to users. */
  level: number;
  suite: string;
  machine: string;
  /** Of the machine that was walked; `fingerprint` of its graph. */
  fingerprint: string;
  /** Walks that were begun, and those that came to their end as expected. */
  walks: { begun: number; ended: number };
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

  constructor(level: number, suite: string, machine: string, graph: MachineGraph) {
    this.#visits = {
      level,
      suite,
      machine,
      fingerprint: fingerprint(graph),
      walks: { begun: 0, ended: 0 },
      states: {},
      transitions: {},
      pairs: {},
      guards: {},
    };
  }

  /** Begins a new walk; what was taken before is not followed by what comes now. */
  begin(): void {
    this.#visits.walks.begun += 1;
    this.#last = null;
  }

  /** Ends a walk in which all was as expected; one that is not ended has failed. */
  end(): void {
    this.#visits.walks.ended += 1;
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

  /** The visits so far. */
  get visits(): Readonly<Visits> {
    return this.#visits;
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

/**
 * Reads the visits of all suites, of one level or of all; empty when none ran.
 * @throws when a file is incomplete; the message names it
 */
export function readVisits(level: number | null, directory: URL): Visits[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => visitsIn(new URL(file, directory)))
    .filter((visits) => level === null || visits.level === level);
}

function visitsIn(file: URL): Visits {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    throw new Error(`${fileURLToPath(file)} is not whole; run its suite again`);
  }
}

/**
 * SHA-256 over all that a graph says, as 16 hexadecimal digits: equal for machines of the same
 * states, transitions, guards and actions. The bodies of guards and actions are not part of it.
 */
export function fingerprint(graph: MachineGraph): string {
  return createHash('sha256').update(canonicalJson(graph)).digest('hex').slice(0, 16);
}
