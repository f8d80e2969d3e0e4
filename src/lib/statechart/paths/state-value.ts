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

export function statusCode(snapshot: AnyMachineSnapshot): number | null {
  for (const meta of Object.values(snapshot.getMeta()) as ({ code?: unknown } | undefined)[])
    if (typeof meta?.code === 'number') return meta.code;
  return null;
}

export interface DisplayedState {
  state: string;
  code: number | null;
}

export function displayedState(snapshot: AnyMachineSnapshot): DisplayedState {
  return { state: stateText(snapshot.value), code: statusCode(snapshot) };
}

/**
 * Formats a value so that two values have equal texts exactly if `util.isDeepStrictEqual` holds:
 * JSON with sorted keys, extended for what JSON cannot express. Actors are equal
 * by id. Functions, symbols and objects without visible content are equal only to themselves.
 */
export function canonicalJson(value: unknown, around: readonly unknown[] = []): string {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value === 'number') return Object.is(value, -0) ? '-0' : String(value);
  if (typeof value === 'function' || typeof value === 'symbol') return identity(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'undefined';
  if (around.includes(value)) return `(circle ${around.length - around.indexOf(value)})`;
  if (isActor(value)) return `actor ${JSON.stringify(value.id)}`;
  const inner = (part: unknown) => canonicalJson(part, [...around, value]);
  if (Array.isArray(value)) return `[${Array.from(value, inner).join()}]`;
  if (value instanceof Set) return `Set(${Array.from(value, inner).sort().join()})`;
  if (value instanceof Map) return `Map(${Array.from(value, inner).sort().join()})`;
  if (value instanceof Date) return `Date(${value.getTime()})`;
  if (value instanceof RegExp) return String(value);
  const name = value.constructor === Object ? '' : (value.constructor?.name ?? '');
  const own = value instanceof Error ? { ...value, message: value.message } : value;
  const fields = Object.keys(own)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${inner((own as Record<string, unknown>)[key])}`);
  if (name && fields.length === 0) {
    const { toJSON } = value as { toJSON?: () => unknown };
    return `${name}(${typeof toJSON === 'function' ? inner(toJSON.call(value)) : identity(value)})`;
  }
  return `${name}{${fields.join()}}`;
}

const identities = new Map<unknown, number>();

function identity(value: unknown): string {
  const number = identities.get(value) ?? identities.size;
  identities.set(value, number);
  return `#${number}`;
}

function isActor(value: object): value is { id: string } {
  return 'getSnapshot' in value && 'id' in value;
}
