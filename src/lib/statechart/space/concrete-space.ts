import type { AnyMachineSnapshot, AnyStateMachine, EventObject, StateValue } from 'xstate';
import { Recorder } from '../paths/recorder.ts';
import { type Answer, Answers } from './answers.ts';
import { Interned } from './interned.ts';
import { StateTable } from './state-table.ts';
import { TrackedMachine } from './tracked-machine.ts';

/** Every state that a machine can come to, contexts told apart, and how it comes there. */
export interface ConcreteSpace {
  states: number;
  steps: number;
  /** Steps that XState itself took; all others agree with one of them in all that it read. */
  asked: number;
  /** Every state value that it comes to. */
  values: readonly StateValue[];
  /** Ids of the graph, as taken. */
  taken: ReadonlySet<string>;
  /** States that no event changes or leads out of, and that are no end. */
  deadEnds: readonly number[];
  /** False when it stopped at the limit of states. */
  complete: boolean;
  stateAt(index: number): { value: StateValue; context: Record<string, unknown> };
  /** The events of the shortest walk to a state. */
  walkTo(index: number): string[];
}

interface SpaceOptions {
  events: readonly EventObject[];
  /** States at most. */
  limit: number;
}

/**
 * Explores a machine breadth first with its whole context. A step depends only on the state value,
 * the event and those keys of the context that guards and assigns really read: XState is asked once
 * for each combination of these, and the answer serves all states that agree in them.
 * @throws when the machine does more than change its state and context, or answers by more than these
 */
export function concreteSpace(
  machine: AnyStateMachine,
  { events, limit }: SpaceOptions,
): ConcreteSpace {
  const tracked = new TrackedMachine(machine);
  const recorder = new Recorder(tracked.machine, undefined);
  tracked.trackInline(recorder.machine);
  const initial = recorder.start(undefined);
  const keys = Object.keys(initial.snapshot.context);
  const values = new Interned();
  const columns = [values, ...keys.map(() => new Interned())];
  const snapshots: AnyMachineSnapshot[] = [];
  const answers = new Answers();
  const table = new StateTable(columns.length);
  const row = new Int32Array(columns.length);
  const taken = new Set(initial.transitions);
  let asked = 0;

  const valueNumber = (snapshot: AnyMachineSnapshot) => {
    const number = values.number(snapshot.value);
    snapshots[number] ??= snapshot;
    return number;
  };
  const contextOf = (numbers: Int32Array) =>
    Object.fromEntries(
      keys.map((key, index) => [key, columns[index + 1]?.values[numbers[index + 1] as number]]),
    );
  const column = (key: string) => {
    const index = keys.indexOf(key);
    if (index < 0) throw new Error(`context.${key} is not there from the beginning`);
    return index + 1;
  };
  const ask = (tree: number, value: number, event: number): Answer => {
    asked++;
    const snapshot = { ...(snapshots[value] as AnyMachineSnapshot), context: contextOf(row) };
    const { result, reads, writes } = tracked.trace(() =>
      recorder.step(snapshot as AnyMachineSnapshot, events[event] as EventObject),
    );
    const changes = [...writes].flatMap((key) => [
      column(key),
      columns[column(key)]?.number(result.snapshot.context[key]) ?? 0,
    ]);
    for (const id of result.transitions) taken.add(id);
    const answer: Answer = {
      column: -1,
      writes: Int32Array.of(0, valueNumber(result.snapshot), ...changes),
      transitions: result.transitions,
    };
    answers.keep(tree, row, reads.map(column), answer);
    return answer;
  };

  row[0] = valueNumber(initial.snapshot);
  for (const [index, key] of keys.entries())
    row[index + 1] = columns[index + 1]?.number(initial.snapshot.context[key]) ?? 0;
  table.index(row);
  const deadEnds: number[] = [];
  // By state the state before times the number of events, plus the event between them.
  const cameBy = new Origins();
  let state = 0;
  for (; state < table.count && table.count <= limit; state++) {
    const at = state * table.width;
    const value = table.rows[at] as number;
    let isDead = snapshots[value]?.status !== 'done';
    for (let event = 0; event < events.length; event++) {
      for (let index = 0; index < row.length; index++)
        row[index] = table.rows[at + index] as number;
      const tree = value * events.length + event;
      const { writes, transitions } = answers.find(tree, row) ?? ask(tree, value, event);
      for (let index = 0; index < writes.length; index += 2)
        row[writes[index] as number] = writes[index + 1] as number;
      const before = table.count;
      const to = table.index(row);
      if (to === before) cameBy.push(to, state * events.length + event);
      if (isDead && transitions.length > 0 && to !== state) isDead = false;
    }
    if (isDead) deadEnds.push(state);
  }

  return {
    states: table.count,
    steps: state * events.length,
    asked,
    values: values.values as StateValue[],
    taken,
    deadEnds,
    complete: state === table.count,
    stateAt(index) {
      const numbers = table.rows.subarray(index * table.width, (index + 1) * table.width);
      const value = values.values[numbers[0] as number] as StateValue;
      return { value, context: contextOf(numbers) };
    },
    walkTo(index) {
      const walk: string[] = [];
      for (let at = index; at > 0; at = Math.floor(cameBy.at(at) / events.length))
        walk.unshift(events[cameBy.at(at) % events.length]?.type ?? '');
      return walk;
    },
  };
}

/** Whole numbers by index, which grow. */
class Origins {
  #numbers = new Float64Array(1024);

  push(index: number, value: number): void {
    if (index >= this.#numbers.length) {
      const grown = new Float64Array(this.#numbers.length * 2);
      grown.set(this.#numbers);
      this.#numbers = grown;
    }
    this.#numbers[index] = value;
  }

  at(index: number): number {
    return this.#numbers[index] ?? 0;
  }
}
