import type { AnyMachineSnapshot, AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate';

/** Event to send. The name distinguishes it from other events of its type. */
export interface Sample<TEvent = { type: string }> {
  /** Unique within a state. For example `code.submit, the right code in its last millisecond`. */
  name: string;
  event: TEvent;
  /** Time of sending, ms since the epoch. Defaults to the current virtual time. */
  at?: number;
}

export type Outcome = { name: string; output: unknown } | { name: string; error: unknown };

export interface Scenario<TMachine extends AnyStateMachine = AnyStateMachine> {
  machine: TMachine;
  starts: readonly { name: string; input: unknown }[];
  epoch: number;
  /**
   * Events to send in this state, including those that must not be accepted. Snapshots with equal
   * abstractions must have samples with the same names. No sample may be earlier than `now`.
   */
  samples(snapshot: SnapshotFrom<TMachine>, now: number): Sample<EventFromLogic<TMachine>>[];
  outcomes?: Readonly<Record<string, readonly Outcome[]>>;
  /**
   * Returns the part of context and time that distinguishes snapshots of one state. Of several
   * equal snapshots, only one is explored. `check-abstraction.ts` checks whether equal
   * snapshots respond alike to the samples.
   */
  abstract(snapshot: SnapshotFrom<TMachine>, now: number): unknown;
  /**
   * True if all snapshots of one state value have the same samples, sent immediately, and
   * `abstract` is the whole context. Equal steps are then computed once.
   */
  isUniform?: boolean;
  /** Called if the machine throws for an event. Without it, exploration rethrows the error. */
  onThrow?(
    from: { snapshot: AnyMachineSnapshot; now: number },
    sent: { name: string },
    error: unknown,
  ): void;
}

/** Checks a scenario against the types of its machine, then erases these types. */
export function scenario<TMachine extends AnyStateMachine>(typed: Scenario<TMachine>): Scenario {
  return typed as unknown as Scenario;
}

export function phase(now: number, deadline: number | null): 'none' | 'ahead' | 'passed' {
  if (deadline === null) return 'none';
  return now < deadline ? 'ahead' : 'passed';
}

/** Remaining boundary values of a deadline: its last millisecond, and the deadline itself. */
export function boundaries(
  now: number,
  deadline: number | null,
  names: { before: string; at: string },
): { name: string; at: number }[] {
  if (deadline === null || now >= deadline) return [];
  return [
    { name: names.before, at: deadline - 1 },
    { name: names.at, at: deadline },
  ];
}
