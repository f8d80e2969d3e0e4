import { canonicalJson } from './state-value.ts';

export class StateTable {
  readonly width: number;
  rows: Int32Array;
  count = 0;
  #slots = new Int32Array(1024).fill(-1);

  constructor(width: number) {
    this.width = width;
    this.rows = new Int32Array(1024 * width);
  }

  index(row: Int32Array): number {
    const { width } = this;
    let slots = this.#slots;
    const mask = slots.length - 1;
    let slot = hash(row, 0, width) & mask;
    for (let known = slots[slot] as number; known !== -1; known = slots[slot] as number) {
      if (this.#equals(known * width, row)) return known;
      slot = (slot + 1) & mask;
    }
    if ((this.count + 1) * 2 > slots.length) {
      slots = this.#grown();
      slot = hash(row, 0, width) & (slots.length - 1);
      while (slots[slot] !== -1) slot = (slot + 1) & (slots.length - 1);
    }
    slots[slot] = this.count;
    this.rows.set(row, this.count * width);
    return this.count++;
  }

  #equals(at: number, row: Int32Array): boolean {
    const { rows, width } = this;
    for (let column = 0; column < width; column++)
      if (rows[at + column] !== row[column]) return false;
    return true;
  }

  #grown(): Int32Array<ArrayBuffer> {
    const { width } = this;
    const slots = new Int32Array(this.#slots.length * 2).fill(-1);
    const mask = slots.length - 1;
    for (let index = 0; index < this.count; index++) {
      let slot = hash(this.rows, index * width, width) & mask;
      while (slots[slot] !== -1) slot = (slot + 1) & mask;
      slots[slot] = index;
    }
    const rows = new Int32Array((slots.length / 2) * width);
    rows.set(this.rows.subarray(0, this.count * width));
    this.rows = rows;
    this.#slots = slots;
    return slots;
  }
}

function hash(row: Int32Array, at: number, width: number): number {
  let mixed = 0;
  for (let column = 0; column < width; column++) {
    mixed = Math.imul(mixed ^ (row[at + column] as number), 0x9e3779b1);
    mixed ^= mixed >>> 15;
  }
  return mixed;
}

export class Interned {
  readonly values: unknown[] = [];
  readonly #primitives = new Map<unknown, number>();
  readonly #objects = new Map<string, number>();

  number(value: unknown): number {
    // A Map treats 0 and -0 as one key.
    const isKey = typeof value !== 'object' && !Object.is(value, -0);
    const numbers: Map<unknown, number> = isKey ? this.#primitives : this.#objects;
    const key = isKey ? value : canonicalJson(value);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, this.values.length);
    return this.values.push(value) - 1;
  }
}

interface Branch<TResult> {
  column: number;
  next: (Branch<TResult> | TResult | undefined)[];
}

/** Caches the results of one event in one state value, as a decision tree over the columns read. */
export class ResultCache<TResult extends { column: -1 }> {
  #root: Branch<TResult> | TResult | undefined;

  find(row: Int32Array): TResult | undefined {
    let known = this.#root;
    while (known !== undefined && known.column !== -1)
      known = (known as Branch<TResult>).next[row[known.column] as number];
    return known as TResult | undefined;
  }

  store(row: Int32Array, reads: readonly number[], result: TResult): void {
    if (reads.length === 0) {
      this.#root = result;
      return;
    }
    this.#root ??= { column: reads[0] as number, next: [] };
    let at: Branch<TResult> | TResult = this.#root;
    for (const [index, column] of reads.entries()) {
      if (at.column !== column)
        throw new Error('guards and actions must depend on the context alone');
      const { next } = at as Branch<TResult>;
      const number = row[column] as number;
      const following = reads[index + 1];
      if (following === undefined) next[number] = result;
      else {
        next[number] ??= { column: following, next: [] };
        at = next[number];
      }
    }
  }
}
