import type { MachineGraph } from '../graph/graph.ts';

/** A state and those that are entered from it alone and lead back to it alone. */
export interface Detour {
  /** Of the room that they share: a box without a border. */
  id: string;
  states: readonly string[];
}

/**
 * The detours of a machine. Nothing follows them along the course, so they take no place in it:
 * their room has a direction of its own, and they may stand below what they lead back to.
 */
export function detoursOf({ states, transitions }: MachineGraph): Detour[] {
  const moves = transitions.flatMap(({ kind, source, targets: [target = source] }) =>
    kind === 'initial' || source === target ? [] : [{ source, target }],
  );
  const leaves = new Map(
    states.filter(({ children }) => children.length === 0).map((each) => [each.id, each]),
  );
  const ends = [...leaves.values()].flatMap(({ id, parent }) => {
    const back = new Set(moves.flatMap(({ source, target }) => (source === id ? target : [])));
    const there = moves.flatMap(({ source, target }) => (target === id ? source : []));
    const [from = '', ...others] = new Set([...back, ...there]);
    const isDetour = back.size === 1 && others.length === 0 && leaves.get(from)?.parent === parent;
    return isDetour ? [{ id, from }] : [];
  });
  // Of two states that lead to one another alone, the second is the detour.
  const place = [...leaves.keys()];
  const own = ends.filter(({ id, from }) => place.indexOf(from) < place.indexOf(id));
  return [...Map.groupBy(own, ({ from }) => from)].map(([from, beside]) => ({
    id: `${from}/detours`,
    states: [from, ...beside.map(({ id }) => id)],
  }));
}
