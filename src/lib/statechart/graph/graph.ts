import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { type GuardExpression, guardExpression, guardText } from './guard.ts';

/** Machine as plain data, for diagrams, coverage and path tools. JSON-serialisable. */
export interface MachineGraph {
  machine: string;
  /** In document order, parents before children. The first state is the root. */
  states: GraphState[];
  /** In document order. Candidates of one event are in the order in which XState tries them. */
  transitions: GraphTransition[];
}

export interface GraphState {
  /** Dotted path below the root: `qualification.submitted`. Root: `#` and the machine's id. */
  id: string;
  key: string;
  parent: string | null;
  children: string[];
  type: 'atomic' | 'compound' | 'parallel' | 'final' | 'history';
  history: 'shallow' | 'deep' | null;
  initial: string | null;
  tags: string[];
  meta: unknown;
  entry: GraphAction[];
  exit: GraphAction[];
  invokes: { id: string; src: string }[];
}

export interface GraphTransition {
  /**
   * `source:event:index`, unique. Stable unless source, event or order of candidates change. Colons of
   * the source are escaped; XState's own event has the prefix `xstate.` if the state also accepts an
   * event called `done`, `always` and so on.
   */
  id: string;
  kind: TransitionKind;
  source: string;
  /** Type of the event; `always` or `initial` for transitions that no event causes. */
  event: string;
  label: string;
  index: number;
  /** Empty if the state does not change. */
  targets: string[];
  reenter: boolean;
  guard: GuardExpression | null;
  actions: GraphAction[];
  /** For `after` transitions: name of the delay, and its length in ms if it is constant. */
  delay: { name: string; ms: number | null } | null;
  actor: string | null;
  meta: unknown;
}

/** Reads the graph from XState's resolved definition. No other module reads machine definitions. */
export function machineGraph(machine: AnyStateMachine): MachineGraph {
  const nodes = [...nodesBelow(machine.root)];
  return {
    machine: machine.id,
    states: nodes.map((node) => graphState(machine, node)),
    transitions: nodes.flatMap((node) =>
      declaredTransitions(node).map((declared) => graphTransition(machine, declared)),
    ),
  };
}

function graphState(machine: AnyStateMachine, node: AnyStateNode): GraphState {
  return {
    id: stateId(node),
    key: node.key,
    parent: node.parent ? stateId(node.parent) : null,
    children: Object.values(node.states).map((child) => stateId(child as AnyStateNode)),
    type: node.type,
    history: node.history || null,
    initial:
      node.type === 'compound' && node.initial.target[0] ? stateId(node.initial.target[0]) : null,
    tags: node.tags,
    meta: node.meta ?? null,
    entry: graphActions(machine, node.entry),
    exit: graphActions(machine, node.exit),
    invokes: node.invoke.map(({ id, src }) => ({ id, src: sourceName(String(src)) })),
  };
}

/** Returns the name of an actor's source. XState generates one for an inline source. */
function sourceName(src: string): string {
  return src.startsWith('xstate.invoke.') ? 'an inline actor' : src;
}

function graphTransition(machine: AnyStateMachine, declared: DeclaredTransition): GraphTransition {
  const { id, event, index, kind, definition } = declared;
  const delay = (definition as { delay?: string | number }).delay;
  const actor = /^xstate\.(?:done\.actor|error\.actor|snapshot)\.(.+)$/.exec(event)?.[1] ?? null;
  return {
    id,
    kind,
    source: stateId(definition.source),
    event,
    label: labelOf(kind, event, actor, delay),
    index,
    targets: (definition.target ?? []).map(stateId),
    reenter: definition.reenter,
    guard: definition.guard === undefined ? null : guardExpression(machine, definition.guard),
    actions: graphActions(machine, definition.actions),
    delay: delay === undefined ? null : { name: String(delay), ms: constantDelay(machine, delay) },
    actor,
    meta: definition.meta ?? null,
  };
}

/**
 * Returns true if `meta.isListed` is set: the transition is listed in the box of its state and has
 * no line, so that rare transitions do not clutter the chart.
 */
export function isListed(transition: GraphTransition): boolean {
  return Boolean(listing(transition));
}

/** Returns true if `meta.isListed` is `inTables`: no picture lists it. */
export function isInTablesOnly(transition: GraphTransition): boolean {
  return listing(transition) === 'inTables';
}

const listing = ({ meta }: GraphTransition) => (meta as { isListed?: unknown } | null)?.isListed;

export function codeOf({ meta }: GraphState): number | null {
  const code = (meta as { code?: unknown } | null)?.code;
  return typeof code === 'number' ? code : null;
}

/** Returns a transition in UML notation: `event [guard] / effects`. */
export function transitionText({ label, guard, actions }: GraphTransition): string {
  const effects = actions.length ? ` / ${actions.map(({ name }) => name).join(', ')}` : '';
  return `${label}${guard ? ` [${guardText(guard)}]` : ''}${effects}`;
}

function labelOf(
  kind: TransitionKind,
  event: string,
  actor: string | null,
  delay: string | number | undefined,
): string {
  if (kind === 'stateDone') return 'done';
  if (kind === 'historyDefault') return 'default';
  if (kind === 'after') return typeof delay === 'number' ? `after ${delay} ms` : `after ${delay}`;
  return actor === null ? event : `${kind} ${actor}`;
}

function constantDelay(machine: AnyStateMachine, delay: string | number): number | null {
  const delayValue: unknown =
    typeof delay === 'number' ? delay : machine.implementations.delays[delay];
  return typeof delayValue === 'number' ? delayValue : null;
}

/**
 * `event`: external event. `always`: eventless. `after`: delayed. `done`, `error`, `snapshot`: from
 * an invoked actor. `stateDone`: a child state became final. `initial`: entry of the initial child of a
 * compound state. `historyDefault`: to the default target of a history.
 */
type TransitionKind =
  | 'event'
  | 'always'
  | 'after'
  | 'done'
  | 'error'
  | 'snapshot'
  | 'stateDone'
  | 'initial'
  | 'historyDefault';

/** Returns true for the entry of an initial child or of a history's default, which no event causes. */
export function isDefaultEntry(kind: TransitionKind): boolean {
  return kind === 'initial' || kind === 'historyDefault';
}

export function stateId(node: AnyStateNode): string {
  return node.parent ? node.path.join('.') : `#${node.id}`;
}

export interface DeclaredTransition {
  id: string;
  event: string;
  index: number;
  kind: TransitionKind;
  definition: AnyTransitionDefinition;
}

/** Returns the transitions declared in a node: `initial`, then those of events, then `always`. */
export function declaredTransitions(node: AnyStateNode): DeclaredTransition[] {
  const groups: [string, TransitionKind, AnyTransitionDefinition[]][] = [
    ['initial', node.type === 'history' ? 'historyDefault' : 'initial', defaultEntry(node)],
    ...[...node.transitions].map(
      ([event, candidates]) =>
        [event, kindOf(event), candidates] as [string, TransitionKind, AnyTransitionDefinition[]],
    ),
    ['always', 'always', node.always ?? []],
  ];
  const source = stateId(node).replaceAll(/[\\:]/g, '\\$&');
  return groups.flatMap(([event, kind, candidates]) => {
    const short = shortEvent(node, event);
    const isAmbiguous = kind !== 'event' && node.transitions.has(short);
    return candidates.map((definition, index) => ({
      id: `${source}:${isAmbiguous ? 'xstate.' : ''}${short}:${index}`,
      event,
      index,
      kind,
      definition,
    }));
  });
}

function defaultEntry(node: AnyStateNode): AnyTransitionDefinition[] {
  if (node.type === 'compound') return [node.initial as never];
  const { target } = node.config as { target?: string | string[] };
  if (node.type !== 'history' || target === undefined) return [];
  const targets = [target].flat().map((id) => targetOf(node, id));
  return [{ source: node, target: targets, actions: [], reenter: false } as never];
}

function targetOf({ parent, machine }: AnyStateNode, id: string): AnyStateNode {
  if (id.startsWith('#')) return machine.getStateNodeById(id);
  const keys = id.match(/(?:[^.\\]|\\.)+/g) ?? [];
  return keys.reduce<AnyStateNode>(
    (node, key) => node.states[key.replaceAll('\\', '')] as AnyStateNode,
    parent as AnyStateNode,
  );
}

/** Returns true for a transition that only stops ancestors from taking the event: `EVENT: {}`. */
export function isForbidding({ target, actions }: AnyTransitionDefinition): boolean {
  return target === undefined && actions.length === 0;
}

function shortEvent(node: AnyStateNode, event: string): string {
  if (event === `xstate.done.state.${node.id}`) return 'done';
  return event.startsWith('xstate.after.')
    ? event.slice('xstate.'.length, -node.id.length - 1)
    : event.replace(/^xstate\.(done|error)\.actor\./, '$1.');
}

export function* nodesBelow(node: AnyStateNode): Generator<AnyStateNode> {
  yield node;
  for (const child of Object.values(node.states)) yield* nodesBelow(child as AnyStateNode);
}

function kindOf(event: string): TransitionKind {
  if (event.startsWith('xstate.after.')) return 'after';
  if (event.startsWith('xstate.done.state.')) return 'stateDone';
  if (event.startsWith('xstate.done.actor.')) return 'done';
  if (event.startsWith('xstate.error.actor.')) return 'error';
  if (event.startsWith('xstate.snapshot.')) return 'snapshot';
  return 'event';
}

export interface GraphAction {
  name: string;
  /** `effect`: an action of the machine, left to the caller. All others are built into XState. */
  kind: 'effect' | 'send' | 'spawn' | 'other';
}

const kinds: Record<string, GraphAction['kind']> = {
  'xstate.sendTo': 'send',
  'xstate.spawnChild': 'spawn',
};

interface ActionLike {
  type?: string;
  name?: string;
  id?: string;
  sendId?: string;
}

/** Returns the declared actions, without those that XState adds to schedule an `after`. */
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
