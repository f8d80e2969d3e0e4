import {
  type AnyActorScope,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  and,
  createActor,
  createEmptyActor,
  type EventObject,
} from 'xstate';
import {
  declaredTransitions,
  isDefaultEntry,
  isForbidding,
  nodesBelow,
  stateId,
} from '../graph/graph.ts';

export interface Effect {
  name: string;
  params: unknown;
}

export interface Macrostep {
  snapshot: AnyMachineSnapshot;
  /** Transitions taken, without those preempted and those that only forbid an event. */
  transitions: string[];
  /** `transitions` by microstep. Parallel regions can take several in one microstep. */
  microsteps: string[][];
  /** States entered, including those left again within the macrostep. */
  entered: string[];
  decisions: Decision[];
  effects: Effect[];
  /** Delayed events that were scheduled, or cancelled (`event` is null), in this order. */
  timers: { id: string; event: EventObject | null; delay: number }[];
}

export type StepRecord = Readonly<
  Pick<Macrostep, 'transitions' | 'microsteps' | 'entered' | 'decisions' | 'effects'>
>;

/** Maximum number of microsteps before XState throws, because the step would never end. */
const MAX_MICROSTEPS = 1_000;

interface Action {
  type: string;
  params: unknown;
}

/** Actions added to the clone. They record what XState does after it has resolved conflicts. */
const TAKEN = 'statechart.taken';
const ENTERED = 'statechart.entered';

/**
 * Executes single steps of a machine with XState's `transition`. Records the transitions taken, the
 * result of each guard, and the effects. Executes no actions. Uses a clone of the machine.
 */
export class Recorder {
  readonly machine: AnyStateMachine;
  readonly #scope: AnyActorScope;
  #microsteps: string[][] = [];
  #entered: string[] = [];
  #decisions: Decision[] = [];
  #actions: Action[] = [];

  constructor(machine: AnyStateMachine) {
    this.machine = this.#withObservedGuards(machine);
    this.machine.options = { ...this.machine.options, maxIterations: MAX_MICROSTEPS };
    for (const node of nodesBelow(this.machine.root)) {
      if (node.parent)
        node.entry = [{ type: ENTERED, params: stateId(node) } as never, ...node.entry];
      for (const { definition, id, kind } of declaredTransitions(node))
        if (!isDefaultEntry(kind) && !isForbidding(definition))
          definition.actions = [{ type: TAKEN, params: id } as never, ...definition.actions];
    }
    // `sendParent` needs a parent actor. Events sent to the parent are recorded as effects.
    const parent = createEmptyActor();
    const actor = createActor(this.machine, { id: machine.id, parent });
    actor.system.inspect((inspected) => {
      if (inspected.type === '@xstate.microstep' && inspected.actorRef === actor)
        this.#microsteps.push([]);
    });
    this.#scope = {
      self: actor,
      id: actor.id,
      sessionId: actor.sessionId,
      system: actor.system,
      logger: () => {},
      defer: () => {},
      emit: () => {},
      stopChild: () => {},
      actionExecutor: (action) => this.#record(action as Action),
    };
  }

  start(input: unknown): Macrostep {
    const macrostep = this.#macrostep(() => this.machine.getInitialSnapshot(this.#scope, input));
    if (macrostep.snapshot.status === 'error') throw macrostep.snapshot.error;
    return macrostep;
  }

  step(snapshot: AnyMachineSnapshot, event: EventObject): Macrostep {
    // An actor that is done or failed takes no more events.
    return this.#macrostep(() =>
      snapshot.status === 'active'
        ? this.machine.transition(snapshot, event, this.#scope)
        : snapshot,
    );
  }

  #withObservedGuards(machine: AnyStateMachine): AnyStateMachine {
    let decision: Decision = { transition: '', guard: null, held: false };
    const leaves = Object.entries(machine.implementations.guards).filter(
      ([, guard]) => typeof guard === 'function' && !('check' in guard),
    );
    const clone = machine.provide({
      guards: Object.fromEntries(
        leaves.map(([name, guard]) => [
          name,
          (args: never, params: never) => {
            const held = (guard as Leaf)(args, params);
            this.#decisions.push({ transition: decision.transition, guard: name, held });
            return held;
          },
        ]),
      ),
    });
    for (const { definition, id } of [...nodesBelow(clone.root)].flatMap(declaredTransitions)) {
      const { guard } = definition;
      if (guard === undefined) continue;
      const before = () => {
        decision = { transition: id, guard: null, held: false };
        this.#decisions.push(decision);
        return true;
      };
      const after = () => {
        decision.held = true;
        return true;
      };
      definition.guard = and([before, guard as never, after]) as never;
    }
    return clone;
  }

  #record(action: Action): void {
    if (action.type === TAKEN) this.#microsteps.at(-1)?.push(action.params as string);
    else if (action.type === ENTERED) this.#entered.push(action.params as string);
    else this.#actions.push(action);
  }

  #macrostep(run: () => AnyMachineSnapshot): Macrostep {
    this.#microsteps = [[]];
    this.#entered = [];
    this.#decisions = [];
    this.#actions = [];
    const snapshot = run();
    return {
      snapshot,
      transitions: this.#microsteps.flat(),
      microsteps: this.#microsteps.filter(({ length }) => length > 0),
      entered: this.#entered,
      decisions: this.#decisions,
      effects: this.#actions.flatMap(effectsOf),
      timers: this.#actions.flatMap(timerOf),
    };
  }
}

function timerOf({ type, params }: Action): Macrostep['timers'] {
  const { id, sendId, event, delay } = (params ?? {}) as Partial<Macrostep['timers'][0]> & {
    sendId?: string;
  };
  if (type === 'xstate.cancel') return [{ id: sendId ?? '', event: null, delay: 0 }];
  const isTimer = type === 'xstate.raise' && event && delay !== undefined;
  return isTimer ? [{ id: id ?? '', event, delay }] : [];
}

function effectsOf({ type, params }: Action): Effect[] {
  if (!type.startsWith('xstate.')) return [{ name: type, params }];
  const { id, src, input, event } = (params ?? {}) as {
    id?: string;
    src?: unknown;
    input?: unknown;
    event?: EventObject;
  };
  if (type === 'xstate.spawnChild')
    return [{ name: `start ${typeof src === 'string' ? src : 'an actor'}`, params: { id, input } }];
  if (type === 'xstate.stopChild') return [{ name: 'stop', params: { id: actorId(params) } }];
  if (type === 'xstate.sendTo') return [{ name: `send ${event?.type}`, params: event }];
  if (type === 'xstate.emit') return [{ name: `emit ${event?.type}`, params: event }];
  return [];
}

function actorId(actor: unknown): string {
  return typeof actor === 'string' ? actor : ((actor as { id?: string } | undefined)?.id ?? '');
}

export interface Decision {
  transition: string;
  guard: string | null;
  held: boolean;
}

type Leaf = (args: never, params: never) => boolean;
