import type { AnyMachineSnapshot, AnyStateMachine, EventFromLogic, SnapshotFrom } from 'xstate';

/** One event worth sending, distinguished from others of its type by its name. */
export interface Sample<TEvent = { type: string }> {
  /** `code.submit, the right code in its last millisecond`; unique in one state. */
  name: string;
  event: TEvent;
  /** The instant it is sent at, ms since the epoch, when that is not at once. */
  at?: number;
}

/** Possible ending of an invoked actor. */
export type Outcome = { name: string; output: unknown } | { name: string; error: unknown };

/** Input of exploration beside a machine: its starts and the events that may happen to it. */
export interface Scenario<TMachine extends AnyStateMachine = AnyStateMachine> {
  machine: TMachine;
  /** Each way the machine is started, with the input of it. */
  starts: readonly { name: string; input: unknown }[];
  /** The virtual instant of every start, ms since the epoch. */
  epoch: number;
  /**
   * The events worth sending in this state, those that must be refused included. Equal
   * abstractions must get samples of the same names, and none lies before `now`.
   */
  samples(snapshot: SnapshotFrom<TMachine>, now: number): Sample<EventFromLogic<TMachine>>[];
  /** By the id of an invoked actor; offered while it runs. */
  outcomes?: Readonly<Record<string, readonly Outcome[]>>;
  /**
   * Part of context and time that distinguishes two snapshots of one state; of those that agree,
   * one is explored. `check-abstraction.ts` checks on a sample that they really behave alike.
   */
  abstract(snapshot: SnapshotFrom<TMachine>, now: number): unknown;
  /**
   * True when all snapshots of one state value get the same samples, sent at once, and `abstract`
   * is the whole context. Steps that read the same are then taken only once.
   */
  isUniform?: boolean;
  /**
   * Takes note of an event that makes the machine throw, which is then not explored. Without it
   * exploration throws what the machine threw.
   */
  onThrow?(
    from: { snapshot: AnyMachineSnapshot; now: number },
    sent: { name: string },
    error: unknown,
  ): void;
  /** Frequency of an event, by its type or by its sample's name; 1 where none is given. */
  weights?: Readonly<Record<string, number>>;
}

/** Types a scenario by its machine, and forgets the type for those that take any. */
export function scenario<TMachine extends AnyStateMachine>(typed: Scenario<TMachine>): Scenario {
  return typed as unknown as Scenario;
}

/** Position of `now` relative to a deadline. */
export function phase(now: number, deadline: number | null): 'none' | 'ahead' | 'passed' {
  if (deadline === null) return 'none';
  return now < deadline ? 'ahead' : 'passed';
}

/** The boundaries of a deadline that still lie ahead: its last millisecond, and itself. */
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
