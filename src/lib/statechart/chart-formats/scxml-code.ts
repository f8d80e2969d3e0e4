import type { AnyStateMachine } from 'xstate';
import { escaped } from '../drawing/svg-node.ts';
import { declaredTransitions, nodesBelow } from '../graph/declared-transitions.ts';

/** Function that XState's `and`, `or` and `not` return. */
interface Composite {
  name: string;
  guards?: unknown[];
}

/** A guard or an action as a transition declares it: a name, `{ type, params }` or a function. */
interface Named {
  type: string;
  params?: unknown;
}

/** Argument of an assignment or a condition, made of SCXML's own variables. */
const ARGUMENTS = '{ context: context, event: machine.eventOf(_event) }';

/** An SCXML condition that asks the machine's own guards. */
export function condition(machine: AnyStateMachine, guard: unknown): string {
  if (typeof guard === 'function') return composite(machine, guard as unknown as Composite);
  const { type, params } = named(guard);
  const implementation: unknown = machine.implementations.guards[type];
  if (typeof implementation === 'function' && 'check' in implementation)
    return composite(machine, implementation as unknown as Composite);
  return `machine.guards.${type}(${ARGUMENTS}, ${given(machine, params)})`;
}

function composite(machine: AnyStateMachine, guard: Composite): string {
  const parts = (guard.guards ?? []).map((part) => condition(machine, part));
  if (guard.name === 'not') return `!(${parts[0]})`;
  if (guard.name === 'and' || guard.name === 'or')
    return `(${parts.join(guard.name === 'and' ? ' && ' : ' || ')})`;
  return `${inline(machine, guard)}(${ARGUMENTS})`;
}

/** The new context after an action that assigns; null for an effect. */
export function assignment(machine: AnyStateMachine, action: unknown): string | null {
  const { type, params } = named(action);
  if (assignersOf(machine)[type] === undefined) return null;
  return `machine.assigned(context, machine.assigners.${type}, ${ARGUMENTS}, ${given(machine, params)})`;
}

export function named(declared: unknown): Named {
  return typeof declared === 'string' ? { type: declared } : (declared as Named);
}

function given(machine: AnyStateMachine, params: unknown): string {
  return typeof params === 'function'
    ? `${inline(machine, params)}(${ARGUMENTS})`
    : written(params);
}

/** A function that a transition has inline, by its place among them in the machine's code. */
function inline(machine: AnyStateMachine, code: unknown): string {
  return `machine.inline[${inlineFunctions(machine).indexOf(code)}]`;
}

/** Functions that transitions and states have inline: guards, and parameters of what they name. */
function inlineFunctions(machine: AnyStateMachine): unknown[] {
  const nodes = [...nodesBelow(machine.root)];
  const declared = [
    ...nodes.flatMap((node) => [...node.entry, ...node.exit]),
    ...nodes
      .flatMap(declaredTransitions)
      .flatMap(({ definition }) => [...definition.actions, ...leavesOf(machine, definition.guard)]),
  ];
  return declared.flatMap((each: unknown) => {
    const { params } = Object(each) as { params?: unknown };
    return [each, params].filter((code) => typeof code === 'function' && !('check' in code));
  });
}

function leavesOf(machine: AnyStateMachine, guard: unknown): unknown[] {
  if (guard === undefined) return [];
  const { guards } = Object(
    typeof guard === 'function' ? guard : machine.implementations.guards[named(guard).type],
  ) as Composite;
  return guards ? guards.flatMap((part) => leavesOf(machine, part)) : [guard];
}

/**
 * The machine's guards, assigners and first context as one expression. They are written as they
 * are run; what they reach outside themselves is `scope`, by name.
 * @param transpile makes statements of those, for engines that read an older ECMAScript
 */
export function machineCode(
  machine: AnyStateMachine,
  scope: Readonly<Record<string, unknown>>,
  transpile: (code: string) => string,
): string {
  const leaves = Object.entries(machine.implementations.guards).filter(
    ([, guard]) => typeof guard === 'function' && !('check' in guard),
  );
  const context: unknown = machine.config.context;
  const code = [
    ...Object.entries(scope).map(([name, value]) => `const ${name} = ${written(value)};`),
    'const machine = {',
    `guards: ${written(Object.fromEntries(leaves))},`,
    `assigners: ${written(assignersOf(machine))},`,
    `begin: ${typeof context === 'function' ? source(context) : `() => (${written(context ?? {})})`},`,
    `inline: ${written(inlineFunctions(machine))},`,
    // Hosts whose language has one word for null and undefined send their data as JSON.
    'eventOf: (sent) => Object.assign({ type: sent && sent.name }, sent && (typeof sent.data ===',
    '  "string" ? JSON.parse(sent.data) : sent.data)),',
    'assigned: (context, assigners, args, params) => Object.assign({}, context,',
    '  typeof assigners === "function" ? assigners(args, params) : Object.keys(assigners).reduce(',
    '    (made, key) => Object.assign(made, { [key]: typeof assigners[key] === "function"',
    '      ? assigners[key](args, params) : assigners[key] }), {})),',
    '};',
  ];
  return deferred(transpile(code.join('\n')));
}

/** Assigners that XState's `assign` carries, by the names of actions. */
function assignersOf(machine: AnyStateMachine): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(machine.implementations.actions).flatMap(([name, action]) => {
      const { type, assignment: assigners } = action as { type?: string; assignment?: unknown };
      return type === 'xstate.assign' ? [[name, assigners]] : [];
    }),
  );
}

/** A value as an expression; functions as their own source. */
export function written(value: unknown): string {
  if (typeof value === 'function') return source(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'undefined';
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}: ${written(member)}`,
  );
  return `{ ${members.join(', ')} }`;
}

/** Type annotations leave blanks where they stood. */
function source(code: unknown): string {
  return String(code).replaceAll(/[ \t]+/g, ' ');
}

/** Statements as one expression: the text of a function. */
function deferred(code: string): string {
  const text = code.replaceAll(/[\\`]|\$\{/g, '\\$&');
  return `Function(\`${text}\nreturn machine;\`)()`;
}

/** An expression as the value of an attribute: its lines stay lines. */
export function expression(text: string): string {
  return escaped(text).replaceAll('\n', '&#10;');
}
