import type { AnyStateMachine, AnyStateNode, AnyTransitionDefinition } from 'xstate';
import { graphActions } from '../graph/action.ts';
import { declaredTransitions } from '../graph/declared-transitions.ts';
import { machineGraph } from '../graph/graph.ts';
import { assignment, condition, expression, machineCode, written } from './scxml-code.ts';

/** Contents of a document beside the machine. */
export interface ScxmlOptions {
  title: string;
  purpose: string;
  /** The input that the document begins with. */
  input?: unknown;
  /** Values that guards and assignments reach outside themselves, by the names they use. */
  scope?: Readonly<Record<string, unknown>>;
  /** Makes an older ECMAScript of the machine's code; engines of 2016 are common. */
  transpile?: (code: string) => string;
}

/** A machine, or a part of it, that SCXML has no words for. */
export class NotInScxml extends Error {}

/**
 * Writes the machine as SCXML (W3C Recommendation, 2015) with the ECMAScript data model: guards
 * and assignments are the machine's own code. Effects are logged by name; an invoked actor ends
 * by `done.invoke.<id>` or `error.invoke.<id>` from outside. Metadata and tags are the data
 * `states`, by the states' ids.
 * @throws {NotInScxml} that names the places where a machine starts and ends actors itself
 */
export function scxml(machine: AnyStateMachine, options: ScxmlOptions): string {
  const { title, purpose, input = {}, scope = {}, transpile = (code) => code } = options;
  throwIfSpawning(machine);
  const { root } = machine;
  const lines = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<!-- ${`${title}: ${purpose}`.replaceAll('--', '–')} -->`,
    `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" datamodel="ecmascript" name="${machine.id}"${initialOf(root)}>`,
    '  <datamodel>',
    `    <data id="machine" expr="${expression(machineCode(machine, scope, transpile))}"/>`,
    `    <data id="states" expr="${expression(written(stateData(machine)))}"/>`,
    `    <data id="input" expr="${expression(written(input))}"/>`,
    '    <data id="context" expr="machine.begin({ input: input })"/>',
    '  </datamodel>',
    ...root.entry.flatMap((action) => executed(machine, action, '  ')),
    ...withoutRoot(machine, root),
    '</scxml>',
  ];
  return `${lines.join('\n')}\n`;
}

/** Metadata and tags of each state that has some. */
function stateData(machine: AnyStateMachine): Record<string, { meta: unknown; tags: string[] }> {
  const { states } = machineGraph(machine);
  return Object.fromEntries(
    states
      .filter(({ meta, tags }) => meta !== null || tags.length > 0)
      .map(({ id, meta, tags }) => [id.replace(/^#/, ''), { meta, tags }]),
  );
}

/** An actor that is made while the machine runs has no place in a document. */
function throwIfSpawning(machine: AnyStateMachine): void {
  const spawning = [
    ...(isNamingSpawn(machine.config.context) ? ['its first context'] : []),
    ...Object.entries(machine.implementations.actions)
      .filter(([, action]) => isSpawning(action as { type?: string; assignment?: unknown }))
      .map(([name]) => name),
  ];
  if (spawning.length > 0)
    throw new NotInScxml(
      `${machine.id} starts or ends actors in ${spawning.join(', ')}: SCXML has no words for that`,
    );
}

function isSpawning({ type = '', assignment }: { type?: string; assignment?: unknown }): boolean {
  if (['xstate.enqueueActions', 'xstate.spawnChild', 'xstate.stopChild'].includes(type))
    return true;
  return isNamingSpawn(assignment);
}

function isNamingSpawn(code: unknown): boolean {
  return typeof code === 'function' && /\bspawn\b/.test(String(code));
}

/** SCXML's outermost element takes no transitions and has no regions: a state around all does. */
function withoutRoot(machine: AnyStateMachine, root: AnyStateNode): string[] {
  const own = transitions(machine, root, '    ');
  const children = Object.values(root.states) as AnyStateNode[];
  const isParallel = root.type === 'parallel';
  if (own.length === 0 && !isParallel)
    return children.flatMap((child) => state(machine, child, '  '));
  const tag = isParallel ? 'parallel' : 'state';
  return [
    `  <${tag} id="${root.id}"${initialOf(root)}>`,
    ...own,
    ...children.flatMap((child) => state(machine, child, '    ')),
    `  </${tag}>`,
  ];
}

function state(machine: AnyStateMachine, node: AnyStateNode, indent: string): string[] {
  const tag = node.type === 'parallel' || node.type === 'final' ? node.type : 'state';
  const inner = `${indent}  `;
  const timers = declaredTransitions(node).filter(({ kind }) => kind === 'after');
  const entry = [
    ...node.entry.flatMap((action) => executed(machine, action, `${inner}  `)),
    ...node.invoke.map(
      ({ id, src }) =>
        `${inner}  <log label="invoke" expr="'start ${typeof src === 'string' ? src : id}'"/>`,
    ),
    ...timers.map(({ id, definition }) => {
      const delay = (definition as { delay?: string | number }).delay ?? 0;
      const ms: unknown = typeof delay === 'number' ? delay : machine.implementations.delays[delay];
      return `${inner}  <send id="${id}" event="after.${delay}" delay="${ms}ms"/>`;
    }),
  ];
  const exit = [
    ...node.invoke.map(() => `${inner}  <log label="invoke" expr="'stop'"/>`),
    ...node.exit.flatMap((action) => executed(machine, action, `${inner}  `)),
    ...timers.map(({ id }) => `${inner}  <cancel sendid="${id}"/>`),
  ];
  return [
    `${indent}<${tag} id="${idOf(node)}"${initialOf(node)}>`,
    ...(entry.length ? [`${inner}<onentry>`, ...entry, `${inner}</onentry>`] : []),
    ...(exit.length ? [`${inner}<onexit>`, ...exit, `${inner}</onexit>`] : []),
    ...transitions(machine, node, inner),
    ...(Object.values(node.states) as AnyStateNode[]).flatMap((child) =>
      state(machine, child, inner),
    ),
    `${indent}</${tag}>`,
  ];
}

function transitions(machine: AnyStateMachine, node: AnyStateNode, indent: string): string[] {
  return declaredTransitions(node)
    .filter(({ kind }) => kind !== 'initial')
    .flatMap(({ event, kind, definition }) => {
      const attributes = [
        ...(kind === 'always' ? [] : [`event="${eventName(event, node, definition)}"`]),
        ...(definition.guard === undefined
          ? []
          : [`cond="${expression(condition(machine, definition.guard))}"`]),
        ...target(node, definition),
      ];
      const actions = definition.actions.flatMap((action) =>
        executed(machine, action, `${indent}  `),
      );
      const open = `${indent}<transition ${attributes.join(' ')}`;
      return actions.length ? [`${open}>`, ...actions, `${indent}</transition>`] : [`${open}/>`];
    });
}

/** A state that XState keeps is not left and entered in SCXML either. */
function target(node: AnyStateNode, { target: targets = [], reenter }: AnyTransitionDefinition) {
  const isKept = !reenter && targets.every((each) => each === node);
  if (isKept) return [];
  const isInside = !reenter && targets.every((each) => isBelow(each as AnyStateNode, node));
  return [
    `target="${(targets as AnyStateNode[]).map(idOf).join(' ')}"`,
    ...(isInside ? ['type="internal"'] : []),
  ];
}

function isBelow(node: AnyStateNode, above: AnyStateNode): boolean {
  for (let at = node.parent; at; at = at.parent) if (at === above) return true;
  return false;
}

function executed(machine: AnyStateMachine, action: unknown, indent: string): string[] {
  const [read] = graphActions(machine, [action]);
  if (!read) return [];
  const assigned = assignment(machine, action);
  return assigned === null
    ? [`${indent}<log label="effect" expr="'${read.name}'"/>`]
    : [`${indent}<assign location="context" expr="${expression(assigned)}"/>`];
}

function eventName(event: string, node: AnyStateNode, definition: AnyTransitionDefinition): string {
  if (event.startsWith('xstate.after.'))
    return `after.${(definition as { delay?: string | number }).delay}`;
  if (event.startsWith('xstate.done.state.')) return `done.state.${idOf(node)}`;
  return event.replace(/^xstate\.(done|error)\.actor\./, '$1.invoke.');
}

function initialOf(node: AnyStateNode): string {
  const first = node.type === 'compound' ? node.initial.target[0] : undefined;
  return first ? ` initial="${idOf(first)}"` : '';
}

const idOf = (node: AnyStateNode) => (node.parent ? node.path.join('.') : node.id);
