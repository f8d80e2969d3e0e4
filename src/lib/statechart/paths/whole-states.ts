import type { AnyMachineSnapshot } from 'xstate';
import type { States } from './abstracted-states.ts';
import { type Macrostep, Recorder } from './recorder.ts';
import type { Scenario } from './scenario.ts';
import { Interned, ResultCache, StateTable } from './state-table.ts';
import {
  activeIds,
  candidateEvents,
  startFrom,
  successorBy,
  type TimedEvent,
  type TimedSnapshot,
} from './timed-snapshot.ts';
import { TrackedMachine } from './tracked-machine.ts';

/** Thrown for a machine whose steps depend on more than state, event and context. */
export class NotUniform extends Error {}

interface Step {
  column: -1;
  macrostep: Macrostep | null;
  writes: Int32Array;
}

/**
 * Treats states as equal only if their entire context is equal. Stores each state as a row of small
 * integers. A step depends only on the state value, the event, and the context keys that guards and
 * assigns read. XState computes it once per combination of these; the result is cached.
 */
export class WholeStates implements States {
  readonly isExact = true;
  computedSteps = 0;
  readonly #scenario: Scenario;
  readonly #tracked: TrackedMachine;
  readonly #recorder: Recorder;
  readonly #snapshots: AnyMachineSnapshot[] = [];
  readonly #sent: TimedEvent[][] = [];
  readonly #results: ResultCache<Step>[][] = [];
  #keys: string[] = [];
  #columns: Interned[] = [];
  #table = new StateTable(0);
  #row = new Int32Array();

  constructor(scenario: Scenario) {
    this.#scenario = scenario;
    this.#tracked = uniform(() => new TrackedMachine(scenario.machine));
    this.#recorder = new Recorder(this.#tracked.machine);
    uniform(() => this.#tracked.trackInline(this.#recorder.machine));
  }

  get count(): number {
    return this.#table.count;
  }

  start(input: unknown) {
    const { macrostep } = startFrom(this.#recorder, this.#scenario, input);
    const { context } = macrostep.snapshot;
    if (this.#columns.length === 0) {
      this.#keys = Object.keys(context as object);
      this.#columns = ['', ...this.#keys].map(() => new Interned());
      this.#table = new StateTable(this.#columns.length);
      this.#row = new Int32Array(this.#columns.length);
    }
    this.#row[0] = this.#value(macrostep.snapshot);
    for (const [index, key] of this.#keys.entries())
      this.#row[index + 1] = this.#number(index + 1, context[key]);
    return { macrostep, state: this.#table.index(this.#row) };
  }

  expand(state: number, visit: (to: number, macrostep: Macrostep) => void): void {
    const events = this.#eventsIn(state).length;
    for (let event = 0; event < events; event++) {
      const macrostep = this.#take(state, event);
      if (macrostep) visit(this.#table.index(this.#row), macrostep);
    }
  }

  timed(state: number): TimedSnapshot {
    this.#read(state);
    return this.#timedRow();
  }

  equivalents(): TimedSnapshot[] {
    return [];
  }

  successors(state: number) {
    return this.#eventsIn(state).flatMap((sent, event) => {
      const macrostep = this.#take(state, event);
      if (!macrostep) return [];
      const result = this.#timedRow();
      const to = this.#table.index(this.#row);
      return [{ sent, macrostep: { ...macrostep, snapshot: result.snapshot }, result, to }];
    });
  }

  #eventsIn(state: number): TimedEvent[] {
    const value = this.#table.rows[state * this.#table.width] as number;
    const known = this.#sent[value];
    if (known) return known;
    const sent = candidateEvents(this.#scenario, this.timed(state));
    this.#sent[value] = sent;
    this.#results[value] = sent.map(() => new ResultCache());
    return sent;
  }

  #take(state: number, event: number): Macrostep | null {
    this.#read(state);
    const value = this.#row[0] as number;
    const results = this.#results[value]?.[event] as ResultCache<Step>;
    const { macrostep, writes } =
      results.find(this.#row) ?? this.#stepFor(results, this.#sent[value]?.[event] as TimedEvent);
    for (let index = 0; index < writes.length; index += 2)
      this.#row[writes[index] as number] = writes[index + 1] as number;
    return macrostep;
  }

  #stepFor(results: ResultCache<Step>, sent: TimedEvent): Step {
    this.computedSteps++;
    const from = this.#timedRow();
    const { result, reads, writes } = this.#tracked.trace(() =>
      successorBy(this.#recorder, this.#scenario, from, sent),
    );
    const step: Step = { column: -1, macrostep: null, writes: new Int32Array() };
    if (result) {
      const { macrostep } = result;
      const { snapshot } = macrostep;
      const changes = [...writes].flatMap((key) => {
        const column = this.#column(key);
        return [column, this.#number(column, snapshot.context[key])];
      });
      step.macrostep = macrostep;
      step.writes = Int32Array.of(0, this.#value(snapshot), ...changes);
    }
    const columns = reads.map((key) => this.#column(key));
    uniform(() => results.store(this.#row, columns, step));
    return step;
  }

  #read(state: number): void {
    const { rows, width } = this.#table;
    const at = state * width;
    for (let column = 0; column < width; column++) this.#row[column] = rows[at + column] as number;
  }

  #timedRow(): TimedSnapshot {
    const context = Object.fromEntries(
      this.#keys.map((key, index) => [
        key,
        this.#columns[index + 1]?.values[this.#row[index + 1] as number],
      ]),
    );
    const snapshot = {
      ...(this.#snapshots[this.#row[0] as number] as AnyMachineSnapshot),
      context,
    };
    return { snapshot: snapshot as AnyMachineSnapshot, now: this.#scenario.epoch, timers: [] };
  }

  #value(snapshot: AnyMachineSnapshot): number {
    const number = this.#number(0, [activeIds(snapshot), snapshot.status]);
    this.#snapshots[number] ??= snapshot;
    return number;
  }

  #column(key: string): number {
    const index = this.#keys.indexOf(key);
    if (index < 0) throw new NotUniform(`context.${key} is not there from the beginning`);
    return index + 1;
  }

  #number(column: number, value: unknown): number {
    return uniform(() => (this.#columns[column] as Interned).number(value));
  }
}

function uniform<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new NotUniform((error as Error).message);
  }
}
