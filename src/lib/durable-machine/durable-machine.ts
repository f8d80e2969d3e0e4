import {
  type AnyMachineSnapshot,
  type AnyStateMachine,
  type AnyStateNode,
  type EventFrom,
  type InputFrom,
  initialTransition,
  type SnapshotFrom,
  type StateMachine,
  transition,
} from 'xstate';
import { restored, type Stored, stored } from './stored.ts';

/** The actions that a machine declares, as its type has them: name and params. */
type ActionOf<TMachine> =
  TMachine extends StateMachine<
    infer _Context,
    infer _Event,
    infer _Children,
    infer _Actor,
    infer TAction,
    infer _Guard,
    infer _Delay,
    infer _StateValue,
    infer _Tag,
    infer _Input,
    infer _Output,
    infer _Emitted,
    infer _Meta,
    infer _Schema,
    infer _TransitionMeta
  >
    ? TAction
    : never;

/** The name of an action whose second parameter is the mark of an effect. */
type NameIfEffect<TAction> = TAction extends { type: infer TName extends string; params: infer P }
  ? [P] extends ['effect' | undefined]
    ? 'effect' extends P
      ? TName
      : never
    : never
  : never;

/**
 * Names of the machine's effects: actions whose second parameter has the type `'effect'`, which
 * nobody passes. All other actions are the machine's own.
 */
export type EffectName<TMachine extends AnyStateMachine> = NameIfEffect<ActionOf<TMachine>>;

/** One step that the machine took; `event` and `before` are null at its start. */
export interface Step<TMachine extends AnyStateMachine, TRow, TDetails> {
  event: EventFrom<TMachine> | null;
  before: SnapshotFrom<TMachine> | null;
  after: SnapshotFrom<TMachine>;
  /** While it is saved, the row as it was loaded; for effects, as it was saved. */
  row: TRow;
  /** Data that the sender hands to saving and effects beside the event. */
  details: TDetails;
}

/** Storage that a machine needs; `TScope` is the open transaction with all that goes with it. */
export interface MachineStore<TMachine extends AnyStateMachine, TScope, TKey, TRow, TDetails> {
  /** Loads a row and locks it until the transaction ends. Throws when there is none. */
  load(scope: TScope, key: TKey): Promise<TRow>;
  read(row: TRow): Stored<TMachine>;
  /** Saves what follows from a step; answers the row as it is now. */
  save(scope: TScope, step: Step<TMachine, TRow, TDetails>, next: Stored<TMachine>): Promise<TRow>;
  /** The error of an event that the machine does not take. */
  notAccepted(
    scope: TScope,
    refused: { event: EventFrom<TMachine>; before: SnapshotFrom<TMachine>; row: TRow },
  ): Error | Promise<Error>;
  effects: Readonly<
    Record<
      EffectName<TMachine>,
      (scope: TScope, step: Step<TMachine, TRow, TDetails>) => Promise<void>
    >
  >;
}

export interface DurableMachine<TMachine extends AnyStateMachine, TScope, TKey, TRow, TDetails> {
  /** @throws {UnknownState} as do `send` and `preview` */
  restore(row: TRow): SnapshotFrom<TMachine>;
  /** Starts a machine: `insert` writes its first row, then the effects of its start are run. */
  start(
    scope: TScope,
    input: InputFrom<TMachine>,
    insert: (next: Stored<TMachine>) => Promise<TRow>,
    details: TDetails,
  ): Promise<TRow>;
  /** Loads, locks, asks, steps, saves, runs the effects; the event may be made from the locked row. */
  send(
    scope: TScope,
    key: TKey,
    event:
      | EventFrom<TMachine>
      | ((row: TRow) => EventFrom<TMachine> | Promise<EventFrom<TMachine>>),
    details: TDetails,
  ): Promise<TRow>;
  /** Computes the result of an event; saves nothing, runs no effect. Throws what `send` would. */
  preview(
    scope: TScope,
    row: TRow,
    event: EventFrom<TMachine>,
  ): Promise<{ after: SnapshotFrom<TMachine>; next: Stored<TMachine>; effects: string[] }>;
}

/**
 * Drives a machine that is stored in a database. Everything happens in the transaction that the
 * caller opened: what throws undoes all of it.
 * @throws {Error} when the machine invokes, waits or recalls, none of which its stored form holds,
 *   or has an action that is neither its own nor an effect
 */
export function durableMachine<TMachine extends AnyStateMachine, TScope, TKey, TRow, TDetails>(
  machine: TMachine,
  store: MachineStore<TMachine, TScope, TKey, TRow, TDetails>,
): DurableMachine<TMachine, TScope, TKey, TRow, TDetails> {
  requireStorable(machine, Object.keys(store.effects));
  const effects: Readonly<
    Record<string, (scope: TScope, step: Step<TMachine, TRow, TDetails>) => Promise<void>>
  > = store.effects;

  const restore = (row: TRow, key?: TKey) => restored(machine, store.read(row), key);

  async function run(
    scope: TScope,
    actions: readonly { type: string }[],
    step: Step<TMachine, TRow, TDetails>,
  ): Promise<TRow> {
    for (const { type } of actions) await effects[type]?.(scope, step);
    return step.row;
  }

  async function asked(scope: TScope, row: TRow, event: EventFrom<TMachine>, key?: TKey) {
    const before = restore(row, key);
    if (!(before as AnyMachineSnapshot).can(event))
      throw await store.notAccepted(scope, { event, before, row });
    const [after, actions] = transition(machine, before, event);
    return { before, after, actions };
  }

  return {
    restore: (row) => restore(row),

    async start(scope, input, insert, details) {
      const [after, actions] = initialTransition<AnyStateMachine>(machine, input);
      const first = after as SnapshotFrom<TMachine>;
      const row = await insert(stored(first));
      return run(scope, actions, { event: null, before: null, after: first, row, details });
    },

    async send(scope, key, given, details) {
      const loaded = await store.load(scope, key);
      const event = typeof given === 'function' ? await given(loaded) : given;
      const { before, after, actions } = await asked(scope, loaded, event, key);
      const step = { event, before, after, details };
      const row = await store.save(scope, { ...step, row: loaded }, stored(after));
      return run(scope, actions, { ...step, row });
    },

    async preview(scope, row, event) {
      const { after, actions } = await asked(scope, row, event);
      return { after, next: stored(after), effects: actions.map(({ type }) => type) };
    },
  };
}

function requireStorable(machine: AnyStateMachine, effects: readonly string[]): void {
  for (const node of nodesBelow(machine.root)) {
    const isTimed = [...node.transitions.keys()].some((event) => event.startsWith('xstate.after'));
    if (node.invoke.length > 0 || isTimed || node.type === 'history')
      throw new Error(`${node.id} invokes, waits or recalls: its machine cannot be kept`);
  }
  for (const [name, action] of Object.entries(machine.implementations.actions)) {
    const isOwn =
      typeof action === 'function' && 'type' in action && action.type === 'xstate.assign';
    if (!isOwn && !effects.includes(name))
      throw new Error(`${machine.id} has an effect that nothing runs: ${name}`);
  }
}

function* nodesBelow(node: AnyStateNode): Generator<AnyStateNode> {
  yield node;
  for (const child of Object.values(node.states)) yield* nodesBelow(child);
}
