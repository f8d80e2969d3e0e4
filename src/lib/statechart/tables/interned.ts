/** Values of one column by small numbers: equal values have one, also where they are objects. */
export class Interned {
  readonly values: unknown[] = [];
  readonly #numbers = new Map<unknown, number>();

  number(value: unknown): number {
    const key = typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.values.length);
    return this.values.push(value) - 1;
  }
}
