import { type AnyStateMachine, and, not, or } from 'xstate';

/** A guard as XState keeps it: a name, `{ type, params }`, a function or a composite. */
export type Guard = unknown;

interface Composite {
  name: string;
  guards: Guard[];
}

/** Counts the leaves of a guard, named composites opened. */
export function countLeaves(machine: AnyStateMachine, guard: Guard): number {
  const composite = compositeOf(machine, guard);
  if (!composite) return 1;
  return composite.guards.reduce((sum: number, part) => sum + countLeaves(machine, part), 0);
}

/** The guard with its leaf number `index` replaced. */
export function withLeaf(
  machine: AnyStateMachine,
  guard: Guard,
  index: number,
  replace: (leaf: Guard) => Guard,
): Guard {
  const composite = compositeOf(machine, guard);
  if (!composite) return index === 0 ? replace(guard) : guard;
  let rest = index;
  const parts = composite.guards.map((part) => {
    const count = countLeaves(machine, part);
    const isIn = rest >= 0 && rest < count;
    const made = isIn ? withLeaf(machine, part, rest, replace) : part;
    rest -= count;
    return made;
  });
  if (composite.name === 'not') return not(parts[0] as never);
  return composite.name === 'or' ? or(parts as never) : and(parts as never);
}

function compositeOf(machine: AnyStateMachine, guard: Guard): Composite | null {
  const named =
    typeof guard === 'function'
      ? guard
      : machine.implementations.guards[
          typeof guard === 'string' ? guard : (guard as { type: string }).type
        ];
  return typeof named === 'function' && 'guards' in named ? (named as unknown as Composite) : null;
}
