/** Rows of whole numbers, each kept once and found again by hashing. */
export class StateTable {
  readonly width: number;
  /** Row after row. */
  rows: Int32Array;
  count = 0;
  #slots = new Int32Array(1024).fill(-1);

  constructor(width: number) {
    this.width = width;
    this.rows = new Int32Array(1024 * width);
  }

  /** The index of a row that equals `row`, which is added when there is none. */
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
