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

type NameIfEffect<TAction> = TAction extends { type: infer TName extends string; params: infer P }
  ? [P] extends ['effect' | undefined]
    ? 'effect' extends P
      ? TName
      : never
    : never
  : never;

/**
 * Names of the machine's effects: actions whose `params` have the type `'effect'`, a marker that
 * is never passed. All other actions change only the machine.
 */
export type EffectName<TMachine extends AnyStateMachine> = NameIfEffect<ActionOf<TMachine>>;

/** One step of the machine. `event` and `before` are null for the start. */
export interface Step<TMachine extends AnyStateMachine, TRow, TDetails> {
  event: EventFrom<TMachine> | null;
  before: SnapshotFrom<TMachine> | null;
  after: SnapshotFrom<TMachine>;
  /** `save` gets the row as loaded, effects get the row as saved. */
  row: TRow;
  /** Data in addition to the event, which the caller of `send` passes to `save` and the effects. */
  details: TDetails;
}

/** Persistence of a machine. Each method receives a `TScope`: the open transaction and services. */
export interface MachineStore<TMachine extends AnyStateMachine, TScope, TKey, TRow, TDetails> {
  /** Loads a row and locks it until the transaction ends. Throws if the row does not exist. */
  load(scope: TScope, key: TKey): Promise<TRow>;
  read(row: TRow): Stored<TMachine>;
  save(scope: TScope, step: Step<TMachine, TRow, TDetails>, next: Stored<TMachine>): Promise<TRow>;
  notAccepted(
    scope: TScope,
    sent: { event: EventFrom<TMachine>; before: SnapshotFrom<TMachine>; row: TRow },
  ): Error | Promise<Error>;
  effects: Readonly<
    Record<
      EffectName<TMachine>,
      (scope: TScope, step: Step<TMachine, TRow, TDetails>) => Promise<void>
    >
  >;
}

/**
 * Runs a machine that is stored in a database, inside the transaction of the caller: an error rolls
 * back everything.
 * @throws {Error} if the machine has invoked actors, `after` or history states, which the stored
 * form cannot represent, or an action that is neither an `assign` nor an effect
 */
export function durableMachine<TMachine extends AnyStateMachine, TScope, TKey, TRow, TDetails>(
  machine: TMachine,
  store: MachineStore<TMachine, TScope, TKey, TRow, TDetails>,
) {
  requireStorable(machine, Object.keys(store.effects));
  const effects: Readonly<
    Record<string, (scope: TScope, step: Step<TMachine, TRow, TDetails>) => Promise<void>>
  > = store.effects;

  const restore = (row: TRow, key?: TKey) => restored(machine, store.read(row), key);

  async function runEffects(
    scope: TScope,
    actions: readonly { type: string }[],
    step: Step<TMachine, TRow, TDetails>,
  ): Promise<TRow> {
    for (const { type } of actions) await effects[type]?.(scope, step);
    return step.row;
  }

  async function computeStep(scope: TScope, row: TRow, event: EventFrom<TMachine>, key?: TKey) {
    const before = restore(row, key);
    if (!(before as AnyMachineSnapshot).can(event))
      throw await store.notAccepted(scope, { event, before, row });
    const [after, actions] = transition(machine, before, event);
    return { before, after, actions };
  }

  return {
    restore: (row: TRow) => restore(row),

    async start(
      scope: TScope,
      input: InputFrom<TMachine>,
      insert: (next: Stored<TMachine>) => Promise<TRow>,
      details: TDetails,
    ) {
      const [after, actions] = initialTransition<AnyStateMachine>(machine, input);
      const first = after as SnapshotFrom<TMachine>;
      const row = await insert(stored(first));
      return runEffects(scope, actions, { event: null, before: null, after: first, row, details });
    },

    /**
     * Loads and locks the row, checks `can`, saves the next state and runs the effects. Pass a
     * function to compute the event from the locked row.
     */
    async send(
      scope: TScope,
      key: TKey,
      eventOrFactory:
        | EventFrom<TMachine>
        | ((row: TRow) => EventFrom<TMachine> | Promise<EventFrom<TMachine>>),
      details: TDetails,
    ) {
      const loaded = await store.load(scope, key);
      const event =
        typeof eventOrFactory === 'function' ? await eventOrFactory(loaded) : eventOrFactory;
      const { before, after, actions } = await computeStep(scope, loaded, event, key);
      const step = { event, before, after, details };
      const row = await store.save(scope, { ...step, row: loaded }, stored(after));
      return runEffects(scope, actions, { ...step, row });
    },

    async preview(scope: TScope, row: TRow, event: EventFrom<TMachine>) {
      const { after, actions } = await computeStep(scope, row, event);
      return { after, next: stored(after), effects: actions.map(({ type }): string => type) };
    },
  };
}

function requireStorable(machine: AnyStateMachine, effects: readonly string[]): void {
  for (const node of nodesBelow(machine.root)) {
    const isTimed = [...node.transitions.keys()].some((event) => event.startsWith('xstate.after'));
    if (node.invoke.length > 0 || isTimed || node.type === 'history')
      throw new Error(
        `${node.id} has invoked actors, delays or a history: its machine cannot be stored`,
      );
  }
  for (const [name, action] of Object.entries(machine.implementations.actions)) {
    const isOwn =
      typeof action === 'function' && 'type' in action && action.type === 'xstate.assign';
    if (!isOwn && !effects.includes(name))
      throw new Error(`${machine.id} has no implementation of the effect ${name}`);
  }
}

function* nodesBelow(node: AnyStateNode): Generator<AnyStateNode> {
  yield node;
  for (const child of Object.values(node.states)) yield* nodesBelow(child);
}
