import { type AnyStateMachine, type AnyStateNode, and, assign, not, or } from 'xstate';
import { declaredTransitions, nodesBelow } from '../graph/graph.ts';

type Args = { context: Record<string, unknown>; event: unknown };
type Call = (args: Args, params: unknown) => unknown;

export interface Trace {
  reads: string[];
  writes: Set<string>;
}

/**
 * Clone of a machine whose guards, assigns and params record the context keys that they read and
 * write. A value assigned within the step follows from earlier reads, so reading it again is not
 * recorded.
 * @throws if the machine does more than change its state and context
 */
export class TrackedMachine {
  readonly machine: AnyStateMachine;
  #trace: Trace = { reads: [], writes: new Set() };

  constructor(machine: AnyStateMachine) {
    const { guards, actions } = machine.implementations;
    this.machine = machine.provide({
      guards: this.#each(guards, (guard) => this.#guard(guard)),
      actions: this.#each(actions, (action) => this.#action(action)),
    });
  }

  trackInline({ root }: AnyStateMachine): void {
    for (const node of nodesBelow(root)) this.#track(node);
  }

  trace<T>(run: () => T): Trace & { result: T } {
    this.#trace = { reads: [], writes: new Set() };
    const result = run();
    return { ...this.#trace, result };
  }

  #track(node: AnyStateNode): void {
    if (node.invoke.length > 0 || node.after.length > 0 || node.type === 'history')
      throw new Error(`${node.id} has actors, delays or a history`);
    for (const { definition } of declaredTransitions(node)) {
      if (definition.guard !== undefined) definition.guard = this.#guard(definition.guard) as never;
      definition.actions = definition.actions.map((action) => this.#action(action) as never);
    }
    node.entry = node.entry.map((action) => this.#action(action) as never);
    node.exit = node.exit.map((action) => this.#action(action) as never);
  }

  #guard(guard: unknown): unknown {
    if (typeof guard === 'object' && guard !== null) return this.#withParams(guard);
    if (typeof guard !== 'function') return guard;
    if (!('check' in guard)) return this.#called(guard as unknown as Call);
    const parts = ('guards' in guard ? (guard.guards as unknown[]) : []).map((part) =>
      this.#guard(part),
    ) as never[];
    if (guard.name === 'and') return and(parts);
    if (guard.name === 'or') return or(parts);
    return guard.name === 'not' ? not(parts[0] as never) : guard;
  }

  #action(action: unknown): unknown {
    if (typeof action === 'string') return action;
    if (typeof action === 'object' && action !== null) return this.#withParams(action);
    const own = action as { type?: string; assignment?: unknown };
    if (!('resolve' in own)) return () => {};
    if (own.type !== 'xstate.assign')
      throw new Error(`${own.type}: only assigns change the context`);
    return assign(((args: Args, params: unknown) =>
      this.#assigned(own.assignment, args, params)) as never);
  }

  #assigned(assignment: unknown, args: Args, params: unknown): Record<string, unknown> {
    const seen = { ...args, context: this.#watched(args.context) };
    const partial =
      typeof assignment === 'function'
        ? (assignment(seen, params) as Record<string, unknown>)
        : Object.fromEntries(
            Object.entries(assignment as object).map(([key, value]) => [
              key,
              typeof value === 'function' ? (value as Call)(seen, params) : (value as unknown),
            ]),
          );
    for (const key of Object.keys(partial)) this.#trace.writes.add(key);
    return partial;
  }

  #withParams(declared: object): object {
    const { params } = declared as { params?: unknown };
    if (typeof params !== 'function') return declared;
    return { ...declared, params: this.#called(params as Call) };
  }

  #called(call: Call): Call {
    return (args, params) => call({ ...args, context: this.#watched(args.context) }, params);
  }

  #watched(context: Record<string, unknown>): Record<string, unknown> {
    const note = (key: string | symbol) => {
      const { reads, writes } = this.#trace;
      if (typeof key === 'string' && !writes.has(key) && !reads.includes(key)) reads.push(key);
    };
    return new Proxy(context, {
      get: (target, key) => {
        note(key);
        return target[key as string];
      },
      has: (target, key) => {
        note(key);
        return key in target;
      },
      ownKeys: (target) => {
        for (const key of Object.keys(target)) note(key);
        return Reflect.ownKeys(target);
      },
    });
  }

  #each<T extends object>(named: T, change: (value: unknown) => unknown): T {
    return Object.fromEntries(
      Object.entries(named).map(([name, value]) => [name, change(value)]),
    ) as T;
  }
}
