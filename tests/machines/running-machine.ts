import {
  type AnyActorRef,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type EventObject,
  fromCallback,
  fromPromise,
  SimulatedClock,
  waitFor,
} from 'xstate';
import { declaredTransitions, nodesBelow } from '#lib/statechart/graph/graph.ts';
import type { ConcreteStep } from '#lib/statechart/paths/concrete-walks.ts';
import type { Scenario } from '#lib/statechart/paths/scenario.ts';
import type { UploadRef } from '#machines/upload.machine.ts';
import type { UploadQueueContext } from '#machines/upload-queue.machine.ts';

interface Pending {
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

export interface Did {
  transitions: string[];
  effects: string[];
}

/** Events that children send to the machine, and how to make a child send them. */
export type ChildEvents = Record<string, (actor: AnyActorRef, event: EventObject) => boolean>;

/**
 * Runs a machine with XState's interpreter, a manual clock, invoked calls that the test ends, and
 * recorded effects.
 */
export class RunningMachine {
  readonly #actor: AnyActorRef;
  readonly #clock = new SimulatedClock();
  readonly #pending = new Map<string, Pending>();
  readonly #ids: ReadonlyMap<unknown, string>;
  readonly #childEvents: ChildEvents;
  #now: number;
  #did: Did = { transitions: [], effects: [] };

  constructor(scenario: Scenario, input: unknown, childEvents: ChildEvents) {
    const machine = this.#provided(scenario);
    this.#now = scenario.epoch;
    this.#childEvents = childEvents;
    this.#ids = new Map(
      [...nodesBelow(machine.root)]
        .flatMap(declaredTransitions)
        .map(({ definition, id }) => [definition, id]),
    );
    const parent = createActor(
      fromCallback(() => {}),
      {
        clock: this.#clock,
        inspect: (inspected) => {
          if (inspected.type !== '@xstate.microstep' || inspected.actorRef !== this.#actor) return;
          for (const definition of inspected._transitions) {
            const id = this.#ids.get(definition);
            if (id !== undefined) this.#did.transitions.push(id);
          }
        },
      },
    ).start();
    this.#actor = createActor(machine, { id: machine.id, input, parent });
    this.#actor.start();
  }

  get snapshot(): AnyMachineSnapshot {
    return this.#actor.getSnapshot() as AnyMachineSnapshot;
  }

  /** Executes a step of a walk and returns its record. */
  async take({ sent: { event, kind, at } }: ConcreteStep): Promise<Did> {
    this.#did = { transitions: [], effects: [] };
    if (at > this.#now) this.#clock.increment(at - this.#now);
    this.#now = at;
    if (kind === 'outcome') await this.#end(event as EventObject & { actorId: string });
    else if (kind === 'event' && this.snapshot.status === 'active') this.#send(event);
    return this.#did;
  }

  #send(event: EventObject): void {
    if (!this.#childEvents[event.type]?.(this.#actor, event)) this.#actor.send(event);
  }

  async #end(event: EventObject & { actorId: string; output?: unknown; error?: unknown }) {
    const pending = this.#pending.get(event.actorId);
    if (!pending) throw new Error(`${event.actorId} has no executor that could end`);
    this.#pending.delete(event.actorId);
    const before = this.snapshot;
    if (event.type.startsWith('xstate.error')) pending.reject(event.error);
    else pending.resolve(event.output);
    await waitFor(this.#actor, (snapshot) => snapshot !== before);
  }

  #provided({ machine, outcomes }: Scenario): AnyStateMachine {
    const ending = new Set(
      [...nodesBelow(machine.root)]
        .flatMap(({ invoke }) => invoke)
        .filter(({ id }) => outcomes?.[id])
        .map(({ src }) => String(src)),
    );
    const actors = Object.entries(machine.implementations.actors).map(([src, logic]) => {
      if (ending.has(src)) return [src, this.#endingWhenTold()];
      if (isMachine(logic)) return [src, logic.provide({ actors: { transferFile: silent } })];
      return [src, silent];
    });
    const effects = Object.entries(machine.implementations.actions)
      .filter(([, action]) => typeof action === 'function' && !('resolve' in action))
      .map(([name]) => [name, () => this.#did.effects.push(name)]);
    return machine.provide({
      actors: Object.fromEntries(actors),
      actions: Object.fromEntries(effects),
    });
  }

  #endingWhenTold() {
    return fromPromise<unknown, unknown>(
      ({ self }) =>
        new Promise((resolve, reject) => {
          this.#pending.set(self.id, { resolve, reject });
        }),
    );
  }
}

const silent = fromCallback(() => {});

function isMachine(logic: unknown): logic is AnyStateMachine {
  return typeof logic === 'object' && logic !== null && 'provide' in logic;
}

/** Event that makes an upload report each stage to its queue. */
const causes = {
  queued: { type: 'upload.retry' },
  uploading: { type: 'upload.start' },
  uploaded: { type: 'transfer.succeeded', fileId: 'given' },
  failed: { type: 'transfer.failed' },
  rejected: { type: 'transfer.rejected', message: 'File type not supported' },
  cancelled: { type: 'upload.cancel' },
} as const;

/** Uploads report to the queue themselves. */
export const uploadChildren: ChildEvents = {
  'upload.changed': (queue, event) => {
    const { id, stage } = event as unknown as { id: string; stage: keyof typeof causes };
    const { uploads } = queue.getSnapshot().context as UploadQueueContext;
    const upload: UploadRef | undefined = uploads.find((each) => each.id === id);
    upload?.send(causes[stage]);
    return upload !== undefined;
  },
};
