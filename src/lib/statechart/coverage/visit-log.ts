import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { MachineGraph } from '../graph/graph.ts';
import { pairsOf } from '../paths/criteria.ts';
import type { Macrostep } from '../paths/recorder.ts';
import { canonicalJson } from '../paths/state-value.ts';

export interface Visits {
  /** Test level: 1 is the machine alone; higher levels are closer to the user. */
  level: number;
  suite: string;
  machine: string;
  fingerprint: string;
  walks: { started: number; ended: number };
  states: Record<string, number>;
  transitions: Record<string, number>;
  /** Keyed by `first → second`. `guards` is keyed by `transition guard true` or `… false`. */
  pairs: Record<string, number>;
  guards: Record<string, number>;
}

type VisitedStep = Pick<Macrostep, 'microsteps' | 'entered' | 'decisions'>;

export class VisitLog {
  readonly #visits: Visits;
  #last: readonly string[] = [];

  constructor(level: number, suite: string, machine: string, graph: MachineGraph) {
    this.#visits = {
      level,
      suite,
      machine,
      fingerprint: fingerprint(graph),
      walks: { started: 0, ended: 0 },
      states: noCounts(),
      transitions: noCounts(),
      pairs: noCounts(),
      guards: noCounts(),
    };
  }

  begin(): void {
    this.#visits.walks.started += 1;
    this.#last = [];
  }

  /** Marks a walk as successful. A walk that is not ended counts as failed. */
  end(): void {
    this.#visits.walks.ended += 1;
  }

  step({ microsteps, entered, decisions }: VisitedStep): void {
    for (const taken of microsteps) {
      for (const id of taken) count(this.#visits.transitions, id);
      for (const pair of pairsOf(this.#last, taken)) count(this.#visits.pairs, pair);
      this.#last = taken;
    }
    for (const { transition, guard, held } of decisions)
      count(this.#visits.guards, `${transition} ${guard ?? 'guard'} ${held}`);
    for (const state of entered) count(this.#visits.states, state);
  }

  get visits(): Readonly<Visits> {
    return this.#visits;
  }

  write(directory: URL): void {
    const { level, suite, machine } = this.#visits;
    mkdirSync(directory, { recursive: true });
    const file = new URL(`${level}.${suite}.${machine}.json`, directory);
    writeFileSync(file, JSON.stringify(this.#visits));
  }
}

/** Without a prototype, because a state can be called `constructor`. */
const noCounts = (): Record<string, number> => Object.create(null);

function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** Reads the visits of all suites of one or all levels. Throws if a file is incomplete. */
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
    throw new Error(`${fileURLToPath(file)} is incomplete; run its suite again`);
  }
}

/**
 * Returns the first 16 hexadecimal digits of the SHA-256 of a graph. The hash covers states,
 * transitions, and names of guards and actions, but not their implementations.
 */
export function fingerprint(graph: MachineGraph): string {
  return createHash('sha256').update(canonicalJson(graph)).digest('hex').slice(0, 16);
}
