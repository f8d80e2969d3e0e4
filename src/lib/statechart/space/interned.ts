/** Values of one key of the context by small numbers: equal values have one, also where they are objects. */
export class Interned {
  readonly values: unknown[] = [];
  readonly #numbers = new Map<unknown, number>();

  /** @throws when a value is not told apart by its JSON */
  number(value: unknown): number {
    const key = isPlain(value) ? JSON.stringify(value) : value;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.values.length);
    return this.values.push(value) - 1;
  }
}

function isPlain(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const kind = value.constructor;
  if (kind !== Object && kind !== Array && kind !== undefined)
    throw new Error(`the context holds a ${kind.name}, which is no plain data`);
  return true;
}
