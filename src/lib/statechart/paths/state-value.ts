import type { AnyMachineSnapshot, EventObject, StateValue } from 'xstate';

export interface Timer {
  id: string;
  event: EventObject;
  due: number;
}

export function stateText(value: StateValue): string {
  return leaves(value, '').join(' + ');
}

function leaves(value: StateValue, prefix: string): string[] {
  if (typeof value === 'string') return [prefix + value];
  return Object.entries(value).flatMap(([key, inner]) =>
    inner === undefined || (typeof inner === 'object' && Object.keys(inner).length === 0)
      ? [prefix + key]
      : leaves(inner, `${prefix}${key}.`),
  );
}

export function activeStates(value: StateValue, prefix = ''): string[] {
  if (typeof value === 'string') return [prefix + value];
  return Object.entries(value).flatMap(([key, inner]) => [
    prefix + key,
    ...(inner === undefined ? [] : activeStates(inner, `${prefix}${key}.`)),
  ]);
}

export function statusCode(snapshot: AnyMachineSnapshot): number | null {
  for (const meta of Object.values(snapshot.getMeta()) as ({ code?: unknown } | undefined)[])
    if (typeof meta?.code === 'number') return meta.code;
  return null;
}

export interface ShownState {
  state: string;
  code: number | null;
}

export function shownState(snapshot: AnyMachineSnapshot): ShownState {
  return { state: stateText(snapshot.value), code: statusCode(snapshot) };
}

/** Formats JSON with sorted keys and the ids of actors: equal contexts give equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(plain(value)) ?? 'undefined';
}

function plain(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  if (isActor(value)) return `actor ${value.id}`;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, plain((value as Record<string, unknown>)[key])]),
  );
}

function isActor(value: object): value is { id: string } {
  return 'getSnapshot' in value && 'id' in value;
}
