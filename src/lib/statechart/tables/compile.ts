import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type EventObject,
  initialTransition,
  transition,
} from 'xstate';
import { Interned } from './interned.ts';
import { StateTable } from './state-table.ts';
import { TrackedMachine } from './tracked-machine.ts';

/** All that a machine can come to with a finite context and given events. */
export interface CompiledSpace {
  states: number;
  events: readonly EventObject[];
  /** By state times the number of events plus the event: the state it leads to. */
  targets: Int32Array;
  /** The state value and context of a state. */
  stateAt(index: number): { value: unknown; context: Record<string, unknown> };
  /** Steps that XState itself was asked for; all others were read from tables. */
  asked: number;
}

/** A step's answer by what it depends on: ask this column, or it is known. */
type Decision = { column: number; next: (Decision | undefined)[] } | Answer;
interface Answer {
  column: -1;
  /** Column and number, alternating; the state value is column 0. */
  writes: Int32Array;
}

/**
 * Explores every concrete state. A step depends only on the state value, the event and those keys
 * of the context that its guards and assigns really read: XState is asked once for each
 * combination of these, and the answer serves all states that agree in them.
 * @throws when the machine cannot be compiled, has more than `limit` states, or answers by
 *   something else than its context
 */
export function compileSpace(
  machine: AnyStateMachine,
  { input, events, limit }: { input?: unknown; events: readonly EventObject[]; limit: number },
): CompiledSpace {
  const tracked = new TrackedMachine(machine);
  const [initial] = initialTransition(tracked.machine, input as never) as unknown as [
    AnyMachineSnapshot,
  ];
  const keys = Object.keys(initial.context);
  const columns = [new Interned(), ...keys.map(() => new Interned())];
  const snapshots: AnyMachineSnapshot[] = [];
  const table = new StateTable(keys.length + 1);
  const answers: (Decision | undefined)[] = [];
  const row = new Int32Array(table.width);
  let targets = new Int32Array(1024 * events.length);
  let asked = 0;

  function valueNumber(snapshot: AnyMachineSnapshot): number {
    const number = columns[0]?.number(snapshot.value) ?? 0;
    snapshots[number] ??= snapshot;
    return number;
  }
  function ask(value: number, event: number): Answer {
    asked++;
    const context = Object.fromEntries(
      keys.map((key, index) => [key, columns[index + 1]?.values[row[index + 1] as number]]),
    );
    const snapshot = { ...(snapshots[value] as AnyMachineSnapshot), context };
    const { result, reads, writes } = tracked.trace(
      () => transition(tracked.machine, snapshot, events[event] as never)[0] as AnyMachineSnapshot,
    );
    const made: number[] = [0, valueNumber(result)];
    for (const key of writes) {
      const column = keys.indexOf(key) + 1;
      if (column === 0) throw new Error(`${key} is assigned and was not in the initial context`);
      made.push(column, columns[column]?.number(result.context[key]) ?? 0);
    }
    const answer: Answer = { column: -1, writes: Int32Array.from(made) };
    keep(
      value * events.length + event,
      reads.map((key) => keys.indexOf(key) + 1),
      answer,
    );
    return answer;
  }
  function keep(at: number, reads: readonly number[], answer: Answer): void {
    const path: (Decision & { column: number; next: (Decision | undefined)[] })[] = [];
    let known = answers[at];
    for (const column of reads) {
      const decision = known ?? { column, next: [] };
      if (!('next' in decision) || decision.column !== column)
        throw new Error(`${machine.id} does not answer by its context alone`);
      const before = path.at(-1);
      if (before) before.next[row[before.column] as number] = decision;
      else answers[at] = decision;
      path.push(decision);
      known = decision.next[row[column] as number];
    }
    const last = path.at(-1);
    if (last) last.next[row[last.column] as number] = answer;
    else answers[at] = answer;
  }

  row[0] = valueNumber(initial);
  for (const [index, key] of keys.entries())
    row[index + 1] = columns[index + 1]?.number(initial.context[key]) ?? 0;
  table.index(row);
  for (let state = 0; state < table.count; state++) {
    if (table.count > limit) throw new Error(`${machine.id} has more than ${limit} states`);
    if ((state + 1) * events.length > targets.length) {
      const grown = new Int32Array(targets.length * 2);
      grown.set(targets);
      targets = grown;
    }
    const at = state * table.width;
    const value = table.rows[at] as number;
    for (let event = 0; event < events.length; event++) {
      for (let column = 0; column < row.length; column++)
        row[column] = table.rows[at + column] as number;
      let decision = answers[value * events.length + event];
      while (decision !== undefined && decision.column !== -1)
        decision = (decision as { next: (Decision | undefined)[] }).next[
          row[decision.column] as number
        ];
      const { writes } = (decision as Answer | undefined) ?? ask(value, event);
      for (let index = 0; index < writes.length; index += 2)
        row[writes[index] as number] = writes[index + 1] as number;
      targets[state * events.length + event] = table.index(row);
    }
  }
  return {
    states: table.count,
    events,
    targets: targets.subarray(0, table.count * events.length),
    asked,
    stateAt: (index) => {
      const numbers = table.rows.subarray(index * table.width, (index + 1) * table.width);
      const values = [...numbers].map((number, column) => columns[column]?.values[number]);
      return {
        value: values[0],
        context: Object.fromEntries(keys.map((key, column) => [key, values[column + 1]])),
      };
    },
  };
}
