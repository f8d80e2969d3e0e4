import type { Node } from './compound-directory.ts';
import { END_OF_CHAIN } from './compound-sectors.ts';

/** A stream held in memory, or a storage of such. */
export type SmallNode = { name: string; bytes: Buffer } | { name: string; children: SmallNode[] };

/** Streams from this size on have sectors of their own; smaller ones share the mini stream. */
export const MINI_CUTOFF = 4096;
const MINI_SECTOR = 64;

/** Packs small streams into one mini stream with its own allocation table ([MS-CFB] 2.4). */
export class MiniStream {
  readonly #pieces: Buffer[] = [];
  readonly #table: number[] = [];

  /** @returns the directory node of the stream or storage */
  add(node: SmallNode): Node {
    if ('children' in node) {
      return { name: node.name, children: node.children.map((child) => this.add(child)) };
    }
    const { name, bytes } = node;
    if (bytes.length >= MINI_CUTOFF) throw new RangeError(`Stream ${name} is not a small one`);
    if (bytes.length === 0) return { name, start: END_OF_CHAIN, size: 0 };
    const start = this.#table.length;
    const count = Math.ceil(bytes.length / MINI_SECTOR);
    for (let index = 1; index < count; index++) this.#table.push(start + index);
    this.#table.push(END_OF_CHAIN);
    this.#pieces.push(bytes, Buffer.alloc(count * MINI_SECTOR - bytes.length));
    return { name, start, size: bytes.length };
  }

  bytes(): Buffer {
    return Buffer.concat(this.#pieces);
  }

  tableBytes(): Buffer {
    const bytes = Buffer.alloc(this.#table.length * 4);
    for (const [index, next] of this.#table.entries()) bytes.writeUInt32LE(next, index * 4);
    return bytes;
  }
}
