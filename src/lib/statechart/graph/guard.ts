import { type AnyStateMachine, and, not, or, stateIn } from 'xstate';

export type GuardExpression =
  | { kind: 'leaf'; name: string }
  | { kind: 'in'; state: string }
  | { kind: 'and' | 'or'; name: string | null; of: GuardExpression[] }
  | { kind: 'not'; name: string | null; of: [GuardExpression] };

interface Composite {
  name: string;
  check?: unknown;
  guards?: unknown[];
  stateValue?: unknown;
}

const checkOf = (guard: unknown) => (guard as Composite).check;

/** Composite guards by their `check` function, because minifiers change names. */
const kinds = new Map([
  [checkOf(and([])), 'and'],
  [checkOf(or([])), 'or'],
  [checkOf(not('')), 'not'],
  [checkOf(stateIn('')), 'in'],
] as const);

export function guardExpression(machine: AnyStateMachine, guard: unknown): GuardExpression {
  if (typeof guard === 'function') return composite(machine, guard as unknown as Composite, null);
  const name = typeof guard === 'string' ? guard : (guard as { type: string }).type;
  const implementation: unknown = machine.implementations.guards[name];
  if (typeof implementation !== 'function' || !('check' in implementation))
    return { kind: 'leaf', name };
  return composite(machine, implementation as unknown as Composite, name);
}

function composite(
  machine: AnyStateMachine,
  guard: Composite,
  name: string | null,
): GuardExpression {
  const parts = (guard.guards ?? []).map((part) => guardExpression(machine, part));
  const kind = guard.check && kinds.get(guard.check);
  if (kind === 'and' || kind === 'or') return { kind, name, of: parts };
  if (kind === 'not' && parts[0]) return { kind, name, of: [parts[0]] };
  if (kind === 'in') return { kind, state: JSON.stringify(guard.stateValue) };
  return { kind: 'leaf', name: guard.name || '(inline)' };
}

interface GuardWording {
  leaf: (name: string) => string;
  and: string;
  or: string;
  not: string;
}

const asCode: GuardWording = { leaf: (name) => name, and: 'and', or: 'or', not: 'not' };

export function guardText(
  guard: GuardExpression,
  expanded = false,
  wording: GuardWording = asCode,
): string {
  const inner = (part: GuardExpression, around: string | null): string => {
    if (part.kind === 'leaf') return wording.leaf(part.name);
    if (part.kind === 'in') return `in ${part.state}`;
    if (part.name !== null && !expanded) return part.name;
    if (part.kind === 'not') return `${wording.not} ${inner(part.of[0], 'not')}`;
    const { kind } = part;
    const joined = part.of.map((each) => inner(each, kind)).join(` ${wording[kind]} `);
    return around === null || around === kind ? joined : `(${joined})`;
  };
  return inner(guard, null);
}

export function guardLeaves(guard: GuardExpression): string[] {
  if (guard.kind === 'leaf') return [guard.name];
  if (guard.kind === 'in') return [];
  return [...new Set(guard.of.flatMap(guardLeaves))];
}
