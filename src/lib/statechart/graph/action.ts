import type { AnyStateMachine } from 'xstate';

/** One action of a transition, an entry or an exit. */
export interface GraphAction {
  name: string;
  /** `assign` changes the context, `effect` is left to the executor, the rest are XState's own. */
  kind: 'assign' | 'effect' | 'send' | 'raise' | 'spawn' | 'stop' | 'emit' | 'enqueue' | 'other';
}

const kinds: Record<string, GraphAction['kind']> = {
  'xstate.assign': 'assign',
  'xstate.sendTo': 'send',
  'xstate.raise': 'raise',
  'xstate.spawnChild': 'spawn',
  'xstate.stopChild': 'stop',
  'xstate.emit': 'emit',
  'xstate.enqueueActions': 'enqueue',
};

/** Return value of XState's action creators, which carries its type; our own functions do not. */
interface ActionLike {
  type?: string;
  name?: string;
  /** Of a `raise` or a `cancel`: which scheduled event it is about. */
  id?: string;
  sendId?: string;
}

/** The declared actions, without those XState adds itself to time an `after`. */
export function graphActions(machine: AnyStateMachine, actions: readonly unknown[]): GraphAction[] {
  return actions
    .filter((action) => !isTimer(action as ActionLike))
    .map((action) => graphAction(machine, action));
}

function isTimer(action: ActionLike): boolean {
  const id = action.id ?? action.sendId;
  return typeof action === 'function' && typeof id === 'string' && id.startsWith('xstate.after.');
}

function graphAction(machine: AnyStateMachine, action: unknown): GraphAction {
  const inline = typeof action === 'function' ? (action as ActionLike) : null;
  const name =
    typeof action === 'string' ? action : ((action as ActionLike).type ?? inline?.name ?? '');
  const implementation = (inline ?? machine.implementations.actions[name]) as
    | ActionLike
    | undefined;
  const builtin = implementation?.type;
  return {
    name: name || '(inline)',
    kind: builtin === undefined ? 'effect' : (kinds[builtin] ?? 'other'),
  };
}
