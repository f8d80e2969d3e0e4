import type {
  AnyMachineSnapshot,
  AnyStateMachine,
  AnyStateNode,
  ContextFrom,
  SnapshotFrom,
  StateValue,
} from 'xstate';

export interface Stored<TMachine extends AnyStateMachine> {
  state: string;
  context: ContextFrom<TMachine>;
}

export class UnknownState extends Error {
  constructor({ id }: AnyStateMachine, state: string, key: unknown = '') {
    super(`${id} ${key} is in the state ${state}, which this release does not have: it is left so`);
  }
}

/** Restores a snapshot for `can` and `transition`. Throws {@link UnknownState}. */
export function restored<TMachine extends AnyStateMachine>(
  machine: TMachine,
  { state, context }: Stored<TMachine>,
  key?: unknown,
): SnapshotFrom<TMachine> {
  if (!hasState(machine, state)) throw new UnknownState(machine, state, key);
  return machine.resolveState({ value: stateValue(state), context }) as SnapshotFrom<TMachine>;
}

export function hasState({ root }: AnyStateMachine, state: string): boolean {
  return state.split(' ').every((path) => {
    let node: AnyStateNode | undefined = root;
    for (const key of path.split('.')) node = node?.states[key];
    return node !== undefined && Object.keys(node.states).length === 0;
  });
}

export function stored<TMachine extends AnyStateMachine>(
  snapshot: SnapshotFrom<TMachine>,
): Stored<TMachine> {
  const { value, context } = snapshot as AnyMachineSnapshot;
  return { state: stateText(value), context };
}

/**
 * Canonical text of a state value: the dotted paths of its leaves, sorted, with a space between
 * parallel regions. `review.open`, `secret.active tries.open`.
 */
export function stateText(value: StateValue): string {
  return leaves(value).sort().join(' ');
}

export function stateValue(text: string): StateValue {
  return nested(text.split(' ').map((path) => path.split('.')));
}

function leaves(value: StateValue): string[] {
  if (typeof value === 'string') return [value];
  return Object.entries(value).flatMap(([key, inner]) =>
    inner === undefined || Object.keys(inner).length === 0
      ? [key]
      : leaves(inner).map((path) => `${key}.${path}`),
  );
}

function nested(paths: readonly string[][]): StateValue {
  const [first] = paths;
  if (paths.length === 1 && first?.length === 1) return first[0] as string;
  const byKey = Map.groupBy(paths, ([key]) => key as string);
  return Object.fromEntries(
    [...byKey].map(([key, inside]) => {
      const inner = inside.map(([, ...rest]) => rest).filter((rest) => rest.length > 0);
      return [key, inner.length > 0 ? nested(inner) : {}];
    }),
  );
}
