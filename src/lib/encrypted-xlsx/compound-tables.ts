/** Sector markers in the allocation tables of a compound file ([MS-CFB] 2.1). */
export const END_OF_CHAIN = 0xfffffffe;
export const FREE = 0xffffffff;
const FAT_SECTOR = 0xfffffffd;
const DIFAT_SECTOR = 0xfffffffc;

/**
 * Consecutive sectors of one stream or table. This writer never fragments a stream, so each sector
 * chain is a single run.
 */
export interface Run {
  use: 'chain' | 'free' | 'fat' | 'difat';
  start: number;
  count: number;
}

export function tableSizes(sectors: number, entriesPerSector: number, inHeader: number) {
  let fat = 0;
  let difat = 0;
  for (;;) {
    const neededFat = Math.ceil((sectors + fat + difat) / entriesPerSector);
    const neededDifat = Math.max(0, Math.ceil((neededFat - inHeader) / (entriesPerSector - 1)));
    if (neededFat === fat && neededDifat === difat) return { fat, difat };
    fat = neededFat;
    difat = neededDifat;
  }
}

export function* fatSectors(runs: readonly Run[], entriesPerSector: number): Generator<Buffer> {
  let sector = Buffer.alloc(entriesPerSector * 4, 0xff);
  let filled = 0;
  for (const { use, start, count } of runs) {
    for (let index = 0; index < count; index++) {
      sector.writeUInt32LE(mark(use, start + index, index === count - 1), filled * 4);
      if (++filled < entriesPerSector) continue;
      yield sector;
      sector = Buffer.alloc(entriesPerSector * 4, 0xff);
      filled = 0;
    }
  }
  if (filled > 0) yield sector;
}

function mark(use: Run['use'], sector: number, isLast: boolean): number {
  switch (use) {
    case 'chain':
      return isLast ? END_OF_CHAIN : sector + 1;
    case 'free':
      return FREE;
    case 'fat':
      return FAT_SECTOR;
    case 'difat':
      return DIFAT_SECTOR;
  }
}

/** Returns the DIFAT sectors: FAT sectors beyond the header, each linked to the next. */
export function difatSectors(
  fat: Run,
  difat: Run,
  entriesPerSector: number,
  inHeader: number,
): Buffer {
  const bytes = Buffer.alloc(difat.count * entriesPerSector * 4, 0xff);
  for (let index = inHeader; index < fat.count; index++) {
    const place = index - inHeader;
    const links = Math.floor(place / (entriesPerSector - 1));
    bytes.writeUInt32LE(fat.start + index, (place + links) * 4);
  }
  for (let index = 0; index < difat.count; index++) {
    const next = index === difat.count - 1 ? END_OF_CHAIN : difat.start + index + 1;
    bytes.writeUInt32LE(next, ((index + 1) * entriesPerSector - 1) * 4);
  }
  return bytes;
}

export type Node =
  | { name: string; children: Node[] }
  | { name: string; start: number; size: number };

const ENTRY = 128;
const NO_STREAM = 0xffffffff;
const RED = 0;
const BLACK = 1;
const STORAGE = 1;
const STREAM = 2;
const ROOT = 5;
const UNUSED = Buffer.alloc(ENTRY).fill(0xff, 68, 80);

interface Entry {
  node: Node;
  left: number;
  right: number;
  child: number;
  color: number;
}

/**
 * Returns the directory of a compound file ([MS-CFB] 2.6), padded to whole sectors. Siblings form a
 * red-black tree ordered by length of name, then by upper-case name.
 * @param mini first sector and size of the mini stream
 */
export function directoryBytes(
  children: Node[],
  mini: { start: number; size: number },
  sectorSize: number,
): Buffer {
  const root = blank({ name: 'Root Entry', ...mini });
  const entries = [root];
  root.child = addSiblings(entries, children);
  const used = entries.map((entry, index) => entryBytes(entry, index === 0));
  while ((used.length * ENTRY) % sectorSize !== 0) used.push(UNUSED);
  return Buffer.concat(used);
}

function addSiblings(entries: Entry[], nodes: Node[]): number {
  const sorted = [...nodes].sort(compareNames);
  // In a balanced tree, colouring the last, incomplete level red satisfies all red-black rules.
  const blackLevels = Math.floor(Math.log2(sorted.length + 1));
  return addTree(entries, sorted, blackLevels);
}

function addTree(entries: Entry[], sorted: Node[], blackLevels: number): number {
  if (sorted.length === 0) return NO_STREAM;
  const middle = sorted.length >> 1;
  const entry = blank(sorted[middle] as Node);
  const index = entries.push(entry) - 1;
  entry.color = blackLevels > 0 ? BLACK : RED;
  entry.left = addTree(entries, sorted.slice(0, middle), blackLevels - 1);
  entry.right = addTree(entries, sorted.slice(middle + 1), blackLevels - 1);
  if ('children' in entry.node) entry.child = addSiblings(entries, entry.node.children);
  return index;
}

function compareNames(a: Node, b: Node): number {
  const [first, second] = [a.name.toUpperCase(), b.name.toUpperCase()];
  return first.length - second.length || (first < second ? -1 : 1);
}

const blank = (node: Node): Entry => ({
  node,
  left: NO_STREAM,
  right: NO_STREAM,
  child: NO_STREAM,
  color: BLACK,
});

function entryBytes({ node, left, right, child, color }: Entry, isRoot: boolean): Buffer {
  const bytes = Buffer.alloc(ENTRY);
  bytes.write(node.name, 'utf16le');
  bytes.writeUInt16LE((node.name.length + 1) * 2, 64);
  bytes.writeUInt8(isRoot ? ROOT : 'children' in node ? STORAGE : STREAM, 66);
  bytes.writeUInt8(color, 67);
  bytes.writeUInt32LE(left, 68);
  bytes.writeUInt32LE(right, 72);
  bytes.writeUInt32LE(child, 76);
  if ('size' in node) {
    bytes.writeUInt32LE(node.start, 116);
    bytes.writeBigUInt64LE(BigInt(node.size), 120);
  }
  return bytes;
}

export type SmallNode = { name: string; bytes: Buffer } | { name: string; children: SmallNode[] };

/** Size in bytes from which a stream has its own sectors. Smaller streams share the mini stream. */
export const MINI_CUTOFF = 4096;
const MINI_SECTOR = 64;

/** Packs small streams into one mini stream with its own allocation table ([MS-CFB] 2.4). */
export class MiniStream {
  readonly #pieces: Buffer[] = [];
  readonly #table: number[] = [];

  add(node: SmallNode): Node {
    if ('children' in node) {
      return { name: node.name, children: node.children.map((child) => this.add(child)) };
    }
    const { name, bytes } = node;
    if (bytes.length >= MINI_CUTOFF)
      throw new RangeError(`Stream ${name} is too large for the mini stream`);
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
